import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What has been read from a descriptor and not yet been told.
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

  /// Takes out what has been read, in order.
  mutating func takeAll() -> [StandardInput.Event] {
    defer { events = [] }
    return events
  }

  /// Puts back what was taken out and not told.
  mutating func putBack(_ rest: some Collection<StandardInput.Event>) {
    events.insert(contentsOf: rest, at: 0)
  }
}

/// Lets the listeners of one descriptor have its lines one listener after another.
///
/// Who has the buffer reads and tells; who comes meanwhile waits for it. So nothing that was read is lost between
/// one listener and the next.
final class InputDesk: Sendable {
  private struct State {
    /// Nil while a listener has it.
    var buffer: LineBuffer? = LineBuffer()
    var waiting: [(id: UInt64, continuation: CheckedContinuation<LineBuffer?, Never>)] = []
    var lastID: UInt64 = 0
  }

  private struct Identity: Equatable {
    let device: UInt64
    let file: UInt64
  }

  /// Those of the process, one for each descriptor that was ever listened to.
  private static let desks = Locked<[Int32: InputDesk]>([:])

  private let identity: Identity
  private let state = Locked(State())

  private init(identity: Identity) {
    self.identity = identity
  }

  /// The desk of what the descriptor now stands for; nil when it stands for nothing.
  static func desk(of descriptor: Int32) -> InputDesk? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, !isTakenOver(descriptor) else { return nil }
    let identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(truncatingIfNeeded: status.st_ino))
    return desks.withLock { desks in
      // A number that is used again for something else has nothing to do with what was read before.
      if let desk = desks[descriptor], desk.identity == identity { return desk }
      let desk = InputDesk(identity: identity)
      desks[descriptor] = desk
      return desk
    }
  }

  /// True when standard input was closed at the process's start; its descriptor may belong to another file since.
  ///
  /// What a process is given by the one that has started it cannot be closed at the start of a program; what libraries
  /// open for themselves is.
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
