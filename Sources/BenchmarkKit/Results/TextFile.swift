import Foundation

/// Whole files, most of them text, with errors that name the path and carry the exit code.
public enum TextFile {
    /// The file's text, invalid UTF-8 repaired.
    ///
    /// - Throws: `FileError` with the given exit code.
    public static func read(_ path: String, exitCode: ExitCode = .harnessError) throws(FileError) -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            let reason = FileManager.default.fileExists(atPath: path) ? "not a readable file" : "no such file"
            throw FileError(path: path, reason: reason, exitCode: exitCode)
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// Replaces the file's text in one step, and makes the folders above it. What is no file of its own (a link, a device,
    /// a pipe) is kept and written through, which is not one step.
    ///
    /// - Throws: `FileError` with exit code 6.
    public static func write(_ text: String, to path: String) throws(FileError) {
        try write(Data(text.utf8), to: path)
    }

    /// The same with bytes that are no text.
    public static func write(_ data: Data, to path: String) throws(FileError) {
        try makeFolder(above: path)
        guard !isFolder(path) else { throw FileError(path: path, reason: "it is a folder", exitCode: .cannotWrite) }
        do {
            try data.write(to: URL(fileURLWithPath: path), options: isReplaceable(path) ? .atomic : [])
        } catch {
            throw FileError(path: path, reason: Self.reason(error), exitCode: .cannotWrite)
        }
    }

    /// Makes the folder a file shall lie in.
    static func makeFolder(above path: String) throws(FileError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw FileError(path: path, reason: Self.reason(noFolder: folder), exitCode: .cannotWrite)
        }
    }

    /// Why a folder cannot be made, of which Foundation tells little: what is in its way, or what the system says.
    private static func reason(noFolder path: String) -> String {
        var missing = URL(fileURLWithPath: path)
        while !FileManager.default.fileExists(atPath: missing.deletingLastPathComponent().path) {
            missing.deleteLastPathComponent()
        }
        for url in [missing, missing.deletingLastPathComponent()]
        where FileManager.default.fileExists(atPath: url.path) && !isFolder(url.path) {
            return "\(url.path) is no folder"
        }
        let reason = mkdir(missing.path, 0o777) == 0 ? "the folder is gone" : String(cString: strerror(errno))
        return "cannot make the folder \(missing.path): \(reason)"
    }

    /// Whether what the path names is a file, which another may take the place of, or nothing yet.
    private static func isReplaceable(_ path: String) -> Bool {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return true }
        return attributes[.type] as? FileAttributeType == .typeRegular
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func reason(_ error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        if let underlying, underlying.domain == NSPOSIXErrorDomain {
            return String(cString: strerror(Int32(underlying.code)))
        }
        return error.localizedDescription
    }
}
