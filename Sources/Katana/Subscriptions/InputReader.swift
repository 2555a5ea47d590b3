import Foundation
import Millrace
import MillraceSupport

/// The lines of a descriptor that were read and not yet delivered, whatever the chunks in which the bytes
/// arrive.
///
/// A line ends with `\n` or `\r\n`, which are not part of it. Invalid UTF-8 is repaired.
struct LineBuffer {
  /// The bytes of a line that is not complete.
  private var rest: [UInt8] = []
  private var events: [StandardInput.Event] = []

  mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        endLine()
      } else {
        rest.append(byte)
      }
    }
  }

  /// Ends the input, and with it the last line, unless it is empty.
  mutating func end() {
    if !rest.isEmpty { endLine() }
    events.append(.end)
  }

  private mutating func endLine() {
    events.append(.line(String(decoding: rest, as: UTF8.self)))
    rest.removeAll(keepingCapacity: true)
  }

  /// Removes and returns what was read, in order.
  mutating func takeAll() -> [StandardInput.Event] {
    defer { events = [] }
    return events
  }

  /// Puts back events that were removed and not delivered.
  mutating func putBack(_ rest: some Collection<StandardInput.Event>) {
    events.insert(contentsOf: rest, at: 0)
  }
}

/// A registry that gives the lines of one descriptor to its listeners, one listener after another.
///
/// The listener that holds the buffer reads and delivers; later listeners wait for it. So no input is lost
/// between one listener and the next.
final class InputReader: Sendable {
  private struct Identity: Equatable {
    let device: UInt64
    let file: UInt64
  }

  /// The process's instances, one per descriptor that was ever read.
  private static let readers = Locked<[Int32: InputReader]>([:])

  private let identity: Identity
  private let gate = AdmissionGate<Int>(limit: 1)
  private let buffer = Locked(LineBuffer())

  private init(identity: Identity) {
    self.identity = identity
  }

  /// Returns the instance for the file behind a descriptor; nil when the descriptor is closed.
  static func reader(of descriptor: Int32) -> InputReader? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, !isTakenOver(descriptor) else { return nil }
    let identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(truncatingIfNeeded: status.st_ino))
    return readers.withLock { readers in
      // A descriptor that is reused for another file does not get the earlier file's input.
      if let reader = readers[descriptor], reader.identity == identity { return reader }
      let reader = InputReader(identity: identity)
      readers[descriptor] = reader
      return reader
    }
  }

  /// Returns whether standard input was closed at the process's start, so that its descriptor may be another
  /// file's.
  ///
  /// Descriptors that a process inherits are not close-on-exec at the program's start; those that libraries
  /// open are.
  private static func isTakenOver(_ descriptor: Int32) -> Bool {
    descriptor == STDIN_FILENO && fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0
  }

  /// Waits for the buffer; nil when the task is cancelled.
  func enter() async -> LineBuffer? {
    do { try await gate.enter(0) } catch { return nil }
    return buffer.withLock { $0 }
  }

  func leave(_ buffer: LineBuffer) {
    self.buffer.withLock { $0 = buffer }
    gate.leave(0)
  }
}
