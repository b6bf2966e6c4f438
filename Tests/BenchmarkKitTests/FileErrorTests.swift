import Foundation
import Testing

@testable import BenchmarkKit

/// Errors of files say where, in the system's words and with what was expected; never in those of Foundation.
@Suite struct FileErrorTests {
    private let folder = Folder()

    @Test func whatCannotBeReadIsSaid() throws {
        try TextFile.write("x", to: folder.file("plain"))
        for (path, reason) in [
            (folder.file("none"), "no such file"), (folder.path, "got a folder, expected a file"),
            (folder.file("plain/a.csv"), "\(URL(fileURLWithPath: folder.file("plain")).path) is no folder"),
        ] {
            let error = #expect(throws: FileError.self) { try TextFile.read(path) }
            #expect(error?.description == "cannot read \(path): \(reason)")
        }
    }

    @Test func whatCannotBeWrittenIsSaid() throws {
        try TextFile.write("x", to: folder.file("plain"))
        let long = folder.file(String(repeating: "x", count: 300))
        for (path, reason) in [(long, "File name too long"), (folder.path, "got a folder, expected a file")] {
            let error = #expect(throws: FileError.self) { try TextFile.write("x", to: path) }
            #expect(error?.description == "cannot write \(path): \(reason)")
        }
        let error = #expect(throws: FileError.self) { try TextFile.remove(folder.file("none")) }
        #expect(error?.description == "cannot write \(folder.file("none")): No such file or directory")
    }

    #if os(Linux)
        @Test func aFullDeviceIsSaid() throws {
            let error = #expect(throws: FileError.self) { try TextFile.write("x", to: "/dev/full") }
            #expect(error?.description == "cannot write /dev/full: No space left on device")
        }
    #endif

    /// To whom everything is allowed, the system refuses nothing: its numbers are made up.
    @Test func whatIsRefusedIsSaidWithWhatWasExpected() throws {
        try TextFile.write("x", to: folder.file("plain"))
        for (code, words) in [(EACCES, "Permission denied"), (EROFS, "Read-only file system")] {
            #expect(
                FileError.unwritable(folder.file("plain"), code).description
                    == "cannot write \(folder.file("plain")): got '\(words)', expected a file that may be written")
            #expect(
                FileError.unreadableFolder(folder.path, code).description
                    == "cannot read \(folder.path): got '\(words)', expected a folder that may be read")
        }
        #expect(FileError.unwritable(folder.file("plain"), EIO).reason == "Input/output error")
    }

    @Test func foldersAreRead() throws {
        #expect(try TextFile.names(in: folder.path) == [] && TextFile.isMissing(folder.path))
        for name in ["b", "a"] { try TextFile.write("", to: folder.file(name)) }
        #expect(try TextFile.names(in: folder.path).sorted() == ["a", "b"] && !TextFile.isMissing(folder.path))
        let error = #expect(throws: FileError.self) { try TextFile.names(in: folder.file("a")) }
        #expect(error?.reason.hasSuffix("/a is no folder") == true)
        #expect(TextFile.isMissing(folder.file("a/b")))
    }
}
