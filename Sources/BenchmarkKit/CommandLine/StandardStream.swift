import Foundation

/// An unbuffered standard stream of the process.
///
/// C's `stdout` and `stderr` are mutable globals, which strict concurrency rejects; these are file descriptors.
public enum StandardStream: Int32, Sendable {
    /// Results.
    case output = 1
    /// Progress, warnings and errors.
    case error = 2

    /// Takes the places of streams that whoever started the program has closed: the next file would get them, and with them all
    /// that is written to the stream. To write there fails as before. Call it before anything is opened.
    public static func occupyClosed() {
        var descriptor: Int32
        repeat {
            descriptor = open("/dev/null", O_RDONLY)
        } while (0...StandardStream.error.rawValue).contains(descriptor)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether a stream takes escapes, such as those for colours: a terminal, unless the environment says that it knows none.
    static func takesEscapes(isTerminal: Bool, environment: [String: String]) -> Bool {
        isTerminal && environment["TERM"] != "dumb"
    }

    /// Whether the stream is a terminal.
    public var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The terminal's width in characters; nil where it is not a terminal.
    public var columns: Int? {
        var size = winsize()
        guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes the text as it is.
    ///
    /// - Returns: why that failed, such as a full disk, in the system's words; nil where it did not. On standard error
    ///   there is nowhere left to report it.
    @discardableResult
    public func write(_ text: String) -> String? {
        let code = FileDescriptorOutput.writeAll(text, to: rawValue)
        return code == 0 ? nil : String(cString: strerror(code))
    }
}

/// Complete writes to a file descriptor.
enum FileDescriptorOutput {
    /// Writes all bytes, however many calls it takes; returns 0 or the error number.
    static func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            var offset = 0
            while offset < bytes.count {
                let written = write(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
                if written < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                offset += written
            }
            return 0
        }
    }
}
