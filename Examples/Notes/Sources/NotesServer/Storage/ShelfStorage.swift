import HTTPDaemon
import NotesModel

/// The storage of the shelf: a journal of this process alone, or a log that several processes share.
///
/// Either decides about commands by ``ShelfCommand/decide(on:)``; they differ in the place where their order is
/// made. A storage lives on the server's loop.
protocol ShelfStorage: AnyObject {
  /// The identity of the data.
  var id: String { get }
  /// The number of the last change that clients may see.
  var durable: Int { get }
  /// Called when the shelf has changed.
  var onChange: () -> Void { get set }
  /// Called when clients may see more changes.
  var onDurable: () -> Void { get set }

  func withShelf<Value>(_ body: (Shelf) -> Value) -> Value

  /// Carries out the command of a question, or makes the shelf current for one that only reads.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - loop: The home of the server.
  ///   - reply: A closure that makes the reply of the command's changes, none for a read, and of the present
  ///     shelf.
  /// - Returns: The reply's response, which is sent once clients may see what it contains.
  func answer(
    _ question: Question, on loop: isolated ServerLoop,
    reply: @escaping (Result<[Change], RequestError>) -> Reply
  ) -> Answer

  /// Imports items, all or none, and returns the number of new ones once they are stored.
  func importItems(_ command: ImportItems, on loop: isolated ServerLoop) async throws -> Int

  /// Called from time to time.
  func beat(on loop: isolated ServerLoop)

  /// Ends the work on requests, so that those that wait are answered as far as possible.
  func finish(on loop: isolated ServerLoop) async

  /// Ends the use of the storage, when the server is over.
  func close() throws
}

/// A response, and the change that clients must be allowed to see before it is sent.
struct Reply {
  var response: Response
  var sequence = 0
}
