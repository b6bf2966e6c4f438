/// Checksums of texts, by which changes are noticed that nobody makes on purpose to go unnoticed: the 64-bit FNV-1a hash of
/// Fowler, Noll and Vo.
public enum Checksum {
    /// 16 hexadecimal digits. O(length).
    public static func of(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return ResultRow.checksum(hash)
    }
}
