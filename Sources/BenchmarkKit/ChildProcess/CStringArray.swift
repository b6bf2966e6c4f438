import Foundation

/// A null-terminated array of C strings, as `exec` and `posix_spawn` want them.
struct CStringArray {
    let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ texts: [String]) {
        count = texts.count
        pointer = .allocate(capacity: count + 1)
        for (index, text) in texts.enumerated() { pointer[index] = strdup(text) }
        pointer[count] = nil
    }

    func deallocate() {
        for index in 0..<count { free(pointer[index]) }
        pointer.deallocate()
    }
}
