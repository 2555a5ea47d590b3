import Millrace
import MillraceSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A file, or an open descriptor, to whose end lines are appended.
final class LogFile: Sendable {
  private struct Position {
    var descriptor: Int32?
    /// True if the last write ended inside of a line.
    var isInLine = false
  }

  private let path: String?
  private let name: String
  private let permissions: AccessPermissions
  private let position: Locked<Position>

  init(path: String, permissions: AccessPermissions) {
    self.path = path
    name = "the file `\(path)`"
    self.permissions = permissions
    position = Locked(Position(descriptor: nil))
  }

  init(descriptor: Int32, name: String) {
    path = nil
    self.name = name
    permissions = .ownerOnly
    position = Locked(Position(descriptor: descriptor))
  }

  deinit {
    if path != nil, let descriptor = position.withLock({ $0.descriptor }) { SystemFile.close(descriptor) }
  }

  func write(_ lines: [String]) throws(TurnLogError) {
    let text = lines.joined(separator: "\n") + "\n"
    let failure = position.withLock { position -> TurnLogError? in
      do throws(TurnLogError) {
        let descriptor = try descriptor(&position)
        // A line that was cut off by a full disk ends here, so that it spoils no other.
        try write((position.isInLine ? "\n" : "") + text, to: descriptor, &position.isInLine)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Returns the open file, which is opened again if it is no longer the one at its path.
  private func descriptor(_ position: inout Position) throws(TurnLogError) -> Int32 {
    if let descriptor = position.descriptor {
      if path == nil || isInPlace(descriptor) { return descriptor }
      position = Position()
      SystemFile.close(descriptor)
    }
    let descriptor = try open()
    position.descriptor = descriptor
    return descriptor
  }

  /// Returns false once the file was renamed or removed, as by a tool that rotates logs.
  private func isInPlace(_ descriptor: Int32) -> Bool {
    guard let path else { return true }
    var (own, there) = (stat(), stat())
    guard fstat(descriptor, &own) == 0 else { return true }
    // Where the path cannot be followed now, as for want of a right, what is open stays the best place.
    guard stat(path, &there) == 0 else { return ![ENOENT, ENOTDIR, ELOOP].contains(errno) }
    return own.st_ino == there.st_ino && own.st_dev == there.st_dev
  }

  private func open() throws(TurnLogError) -> Int32 {
    guard let path else { throw .cannotOpen(path: name, reason: "it has no path") }
    // The system would take what stands before the byte for the path.
    if path.utf8.contains(0) { throw .cannotOpen(path: path, reason: "the path contains a zero byte") }
    while true {
      let descriptor = openToAppend(path, mode_t(permissions.files))
      if descriptor >= 0 { return descriptor }
      let code = errno
      if code != EINTR { throw .cannotOpen(path: path, reason: SystemFailure(code: code).reason) }
    }
  }

  private func write(_ text: String, to descriptor: Int32, _ isInLine: inout Bool) throws(TurnLogError) {
    let signal = FileSizeSignal.hold()
    defer { signal.release() }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeToDescriptor(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        isInLine = rest[rest.startIndex + count - 1] != UInt8(ascii: "\n")
        rest = rest.dropFirst(count)
        continue
      }
      let code = count == 0 ? ENOSPC : errno
      if code == EINTR { continue }
      if code == EAGAIN {
        // Another process has made the descriptor non-blocking.
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waited, 1, -1)
        continue
      }
      throw .cannotWrite(destination: name, reason: SystemFailure(code: code).reason)
    }
  }
}

private func openToAppend(_ path: String, _ mode: mode_t) -> Int32 {
  // A pipe that has no reader is an error, and is not waited for.
  open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, mode)
}

private func writeToDescriptor(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
