import Foundation
import Millrace

/// The bytes and lines that were read from a descriptor and not yet delivered.
struct LineBuffer {
  private var splitter = LineSplitter()
  private var events: [StandardInput.Event] = []

  mutating func take(_ bytes: [UInt8]) {
    events += splitter.take(bytes).map(StandardInput.Event.line)
  }

  mutating func end() {
    if let last = splitter.end() { events.append(.line(last)) }
    events.append(.end)
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
  private struct State {
    /// The buffer; nil while a listener holds it.
    var buffer: LineBuffer? = LineBuffer()
    var waiting: [(id: UInt64, continuation: CheckedContinuation<LineBuffer?, Never>)] = []
    var lastID: UInt64 = 0
  }

  private struct Identity: Equatable {
    let device: UInt64
    let file: UInt64
  }

  /// The process's instances, one per descriptor that was ever read.
  private static let readers = Locked<[Int32: InputReader]>([:])

  private let identity: Identity
  private let state = Locked(State())

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

  /// Returns whether standard input was closed at the process's start, so that its descriptor may be another file's.
  ///
  /// Descriptors that a process inherits are not close-on-exec at the program's start; those that libraries
  /// open are.
  private static func isTakenOver(_ descriptor: Int32) -> Bool {
    descriptor == STDIN_FILENO && fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0
  }

  /// Waits for the buffer; nil when the task is cancelled.
  func enter() async -> LineBuffer? {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isDecided, buffer): (Bool, LineBuffer?) = state.withLock { state in
          if Task.isCancelled { return (true, nil) }
          if let buffer = state.buffer {
            state.buffer = nil
            return (true, buffer)
          }
          state.waiting.append((id, continuation))
          return (false, nil)
        }
        if isDecided { continuation.resume(returning: buffer) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0).continuation }
      }
      continuation?.resume(returning: nil)
    }
  }

  /// Gives the buffer back.
  func leave(_ buffer: LineBuffer) {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.buffer = buffer
        return CheckedContinuation<LineBuffer?, Never>?.none
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: buffer)
  }
}
