import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A new file that is written under an unused name and moved to its path when it is complete.
final class NewFile {
  private let path: String
  private let partial: String
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ path: String, _ permissions: AccessPermissions) throws(JournalError) {
    self.path = path
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .file(path: path, reason: "this is no path") }
    if FileFacts.exists(path) { throw .exists(path: path) }
    partial = FileMoves.newName(beside: path)
    descriptor = permissions.makeFile(partial, O_WRONLY)
    guard descriptor >= 0 else { throw .file(path: path, reason: SystemReason.text(errno)) }
  }

  deinit {
    if descriptor >= 0 {
      close(descriptor)
      unlink(partial)
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(JournalError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= LineFile.blockSize { try flush() }
  }

  /// Moves the file to its path; it is on the disk when this returns.
  func finish() throws(JournalError) {
    try flush()
    guard fsync(descriptor) == 0 else { throw failure() }
    try FileMoves.move(partial, to: path)
    close(descriptor)
    descriptor = -1
  }

  private func flush() throws(JournalError) {
    var done = 0
    while done < buffer.count {
      let count = buffer.withUnsafeBytes { systemWrite(descriptor, $0[done...]) }
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw failure()
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func failure() -> JournalError { .file(path: path, reason: SystemReason.text(errno)) }
}

private func systemWrite(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
  let rest = UnsafeRawBufferPointer(rebasing: bytes)
  return write(descriptor, rest.baseAddress, rest.count)
}
