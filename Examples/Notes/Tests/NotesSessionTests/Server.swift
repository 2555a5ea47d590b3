import MillraceTesting
import NotesModel
import NotesSession
import Synchronization

/// A server that is two seconds away, and says what it is told to; when it has been told no more, it is
/// there.
final class Server: Sendable {
  private let clock: ManualClock
  private let answers = Mutex<[ServerError?]>([])
  private let notes = Mutex<[String]>([])

  init(_ clock: ManualClock) {
    self.clock = clock
  }

  /// The greetings so far, each with its result.
  var log: [String] { notes.withLock { $0 } }

  /// Sets the answers to the next greetings: a failure, or nil for a success.
  func says(_ failures: ServerError?...) { answers.withLock { $0 += failures } }

  func greet() async throws(ServerError) -> Greeting {
    note("asked")
    do { try await clock.sleep(for: .seconds(2)) } catch {
      note("cancelled")
      throw .unreachable("Nobody wants to know any more.")
    }
    note("answered")
    if let failure = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw failure }
    return Greeting(id: "a", sequence: 7)
  }

  private func note(_ word: String) { notes.withLock { $0.append(word) } }
}

extension ServerError {
  static let away = ServerError.unreachable("Nobody answers.")
  static let closed = ServerError.unauthorized("It wants a token.")
}
