import MillraceSQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A reader of a file of lines that holds at most one block in memory.
final class LineFile {
  static let blockSize = 1 << 16

  private let path: String
  private let descriptor: Int32
  /// The error that stopped the reading before the file's end; nil when there was none.
  private(set) var failure: JournalError?
  private(set) var bytes = 0
  let size: Int

  init(_ path: String) throws(JournalError) {
    self.path = path
    guard !path.utf8.contains(0) else { throw .file(path: path, reason: "the path is invalid") }
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .file(path: path, reason: SystemReason.text(errno)) }
    var status = stat()
    size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  deinit { close(descriptor) }

  /// Returns the next bytes, empty at the end.
  func nextBlock() -> [UInt8] {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    var count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    while count < 0, errno == EINTR {
      count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    }
    if count < 0 { failure = .file(path: path, reason: SystemReason.text(errno)) }
    block.removeLast(block.count - max(count, 0))
    bytes += max(count, 0)
    return block
  }
}
