import Foundation
import InspectorCore

/// The private file in which an application's turns are kept: without a name, and gone with the process.
///
/// It is read on any thread while one thread appends.
final class HistoryFile: Sendable {
  private let descriptor: Int32

  /// Creates a file in the folder for temporary files.
  ///
  /// - Throws: ``InspectorProblem`` when there is no room for one.
  init() throws(InspectorProblem) {
    let environment = ProcessInfo.processInfo.environment
    // `/tmp` may be in memory, where a long history does not belong.
    let folder = environment["TMPDIR"] ?? (access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp")
    var path = Array("\(folder)/millrace-inspect.XXXXXX".utf8CString)
    // It has mode 0600.
    let made = mkstemp(&path)
    guard made >= 0 else {
      throw .failure(
        "A file for the history cannot be made in `\(folder)`: \(String(cString: strerror(errno))). Make room, or set TMPDIR to another folder."
      )
    }
    _ = unlink(path)
    _ = fcntl(made, F_SETFD, FD_CLOEXEC)
    descriptor = made
  }

  deinit { close(descriptor) }

  /// Writes bytes at an offset; returns false when the disk refuses them.
  func write(_ bytes: [UInt8], at offset: UInt64) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        done += count
      }
      return true
    }
  }

  /// Reads bytes.
  func read(_ count: Int, at offset: UInt64) throws(InspectorProblem) -> [UInt8] {
    guard offset < UInt64(Int64.max) else { throw Self.notKept }
    var done = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      while done < count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(room)[done..<count])
        let read = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
        if read < 0, errno == EINTR { continue }
        if read <= 0 { break }
        done += read
      }
      filled = done
    }
    guard done == count else {
      throw .failure(
        "The inspector's file cannot be read: \(String(cString: strerror(errno))). Start the inspector again."
      )
    }
    return bytes
  }

  /// The problem with contents that the file has not.
  static let notKept = InspectorProblem.impossible(
    """
    The contents of this turn were not kept, because the inspector's file was full; start the inspector again, or give \
    it more room with `--keep`.
    """)
}

/// The end of a ``HistoryFile``: bytes are collected and written together.
struct HistoryWriter {
  let file: HistoryFile
  private let limit: UInt64
  private var written: UInt64 = 0
  private var pending: [UInt8] = []
  /// True after the disk or the limit has refused bytes.
  private(set) var isFull = false

  init(_ file: HistoryFile, limit: UInt64) {
    self.file = file
    self.limit = limit
  }

  /// Appends a head and a body, and returns their place.
  mutating func append(_ head: [UInt8], _ body: [UInt8]) -> RecordPlace {
    let offset = written + UInt64(pending.count)
    if isFull || offset + UInt64(head.count + body.count) > limit {
      isFull = true
      return RecordPlace(offset: .max)
    }
    pending += head
    pending += body
    return RecordPlace(offset: offset, head: UInt32(head.count), body: UInt32(body.count))
  }

  /// Writes what was collected; places are valid afterwards.
  mutating func flush() {
    guard !pending.isEmpty else { return }
    if file.write(pending, at: written) {
      written += UInt64(pending.count)
    } else {
      isFull = true
    }
    // The room for a large state is not kept.
    pending.removeAll(keepingCapacity: pending.capacity <= 4 << 20)
  }
}
