import Foundation

/// Whole files, most of them text, with errors that name the path and carry the exit code.
public enum TextFile {
    /// The file's text, invalid UTF-8 repaired.
    ///
    /// - Throws: `FileError` with the given exit code.
    public static func read(_ path: String, exitCode: ExitCode = .harnessError) throws(FileError) -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw FileError.unreadable(path, exitCode: exitCode)
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
        guard !isFolder(path) else {
            throw FileError(path: path, reason: "got a folder, expected a file", exitCode: .cannotWrite)
        }
        do {
            try data.write(to: URL(fileURLWithPath: path), options: isReplaceable(path) ? .atomic : [])
        } catch {
            guard let code = code(error) else {
                throw FileError(path: path, reason: error.localizedDescription, exitCode: .cannotWrite)
            }
            throw FileError.unwritable(path, code)
        }
    }

    /// Removes a file.
    ///
    /// - Throws: `FileError` with exit code 6 where it stays.
    public static func remove(_ path: String) throws(FileError) {
        if unlink(path) != 0 { throw FileError.unwritable(path, errno) }
    }

    /// Whether nothing stands at the path; false where that cannot be known.
    public static func isMissing(_ path: String) -> Bool {
        access(path, F_OK) != 0 && [ENOENT, ENOTDIR].contains(errno)
    }

    /// Whether a file with contents of its own stands at the path, or behind a link there: no folder, device or pipe.
    public static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The names of what is in a folder, in no order; none where there is no folder.
    ///
    /// - Throws: `FileError` where they cannot be read.
    public static func names(in folder: String) throws(FileError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            if isMissing(folder) { return [] }
            throw FileError.unreadableFolder(folder, isFolder(folder) ? code(error) ?? EACCES : ENOTDIR)
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
        let reason =
            mkdir(missing.path, 0o777) == 0
            ? "the folder is gone" : FileError.unwritable(missing.path, errno).reason
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

    /// The system's error number behind an error of Foundation.
    private static func code(_ error: any Error) -> Int32? {
        // Not `as? NSError`: on Linux it is another type.
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey]
        return (underlying as? POSIXError)?.code.rawValue
    }
}
