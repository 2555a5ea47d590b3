#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads a file line by line, with no more of it in memory than a line and a block.
final class LineFile {
  static let blockSize = 1 << 16

  private let path: String
  private let limit: Int
  private let descriptor: Int32
  private var block: [UInt8] = []
  private var place = 0
  private var isAtEnd = false
  /// The number of the line that was read last, from 1.
  private(set) var number = 0
  /// How many bytes were read.
  private(set) var bytes = 0
  /// The size of the file.
  let size: Int

  /// - Parameters:
  ///   - path: The file.
  ///   - limit: How long a line may be, in bytes.
  init(_ path: String, limit: Int) throws(JournalError) {
    self.path = path
    self.limit = limit
    guard !path.utf8.contains(0) else { throw .file(path: path, reason: "this is no path") }
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .file(path: path, reason: SystemReason.text(errno)) }
    var status = stat()
    size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  deinit { close(descriptor) }

  /// The next line without its end; nil when there is none.
  func next() throws(JournalError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if place == block.count {
        try fill()
        if isAtEnd {
          if line.isEmpty { return nil }
          number += 1
          return line
        }
      }
      let rest = block[place...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let part = rest[..<(end ?? rest.endIndex)]
      guard line.count + part.count <= limit else {
        throw .line(number + 1, reason: "it is longer than \(limit) bytes")
      }
      line += part
      place = end.map { $0 + 1 } ?? block.count
      if end != nil {
        number += 1
        return line
      }
    }
  }

  private func fill() throws(JournalError) {
    block = [UInt8](repeating: 0, count: Self.blockSize)
    var count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    while count < 0, errno == EINTR {
      count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    }
    guard count >= 0 else { throw .file(path: path, reason: SystemReason.text(errno)) }
    block.removeLast(block.count - count)
    place = 0
    bytes += count
    isAtEnd = count == 0
  }
}
