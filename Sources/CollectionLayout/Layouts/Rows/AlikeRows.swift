/// Rows, or periods of them, of one length, each as far along the axis from the one before. Sums are exact.
struct AlikeRows {
    /// Where the first one begins and ends.
    let near: Double
    let far: Double
    /// From the beginning of one to that of the next: not less than 0.
    let distance: Double
    let count: Int

    /// How many of the first ones end before a coordinate or at it. O(1).
    func count(endingBy edge: Double) -> Int {
        guard count > 0, far <= edge else { return 0 }
        // What has no length all ends where the first one does: to look at each would be a walk through the section.
        guard distance > 0 else { return count }
        var passed = Int(min((edge - far) / distance, Double(count &- 1))) &+ 1
        // The quotient is rounded.
        while far + Double(passed &- 1) * distance > edge { passed &-= 1 }
        return passed
    }

    /// How many of the first ones begin before a coordinate. O(1).
    func count(beginningBefore edge: Double) -> Int {
        guard near < edge else { return 0 }
        guard distance > 0 else { return count }
        var begun = Int(min((edge - near) / distance, Double(count)))
        while begun < count, near + Double(begun) * distance < edge { begun &+= 1 }
        return begun
    }
}
