import Foundation
import InspectorCore

/// A file of lines, read at any place by any thread.
final class LineFile: Sendable {
  /// The maximum size of a line, in bytes.
  static let lineLimit = 256 << 20

  let path: String
  private let descriptor: Int32

  init(_ path: String) throws(InspectorProblem) {
    self.path = path
    var status = stat()
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .missing("The file `\(path)` cannot be read: \(String(cString: strerror(errno))).")
    }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .malformed("`\(path)` is no ordinary file; give a journal, an export or a recording.")
    }
  }

  deinit { close(descriptor) }

  /// The present size in bytes.
  var size: UInt64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? UInt64(clamping: status.st_size) : 0
  }

  /// Reads bytes that must be there.
  func read(_ count: Int, at offset: UInt64) throws(InspectorProblem) -> [UInt8] {
    let bytes = try block(count, at: offset)
    guard bytes.count == count else { throw .failure("The file `\(path)` has become shorter.") }
    return bytes
  }

  /// Reads bytes, fewer at the end of the file.
  func block(_ count: Int, at offset: UInt64) throws(InspectorProblem) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        // Sound: the rest of the buffer has `count - filled` bytes.
        let read = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset) + off_t(filled))
        if read > 0 {
          filled += read
        } else if read == 0 {
          return
        } else if errno != EINTR {
          failure = errno
          return
        }
      }
    }
    if failure != 0 {
      throw .failure("The file `\(path)` cannot be read: \(String(cString: strerror(failure))).")
    }
    return bytes
  }
}
