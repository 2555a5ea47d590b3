import Features
import Foundation
import MillraceHTTP

/// Sentences for a user, without addresses and bytes.
enum Wording {
  /// Returns the reason why an operation on a book or a todo has failed.
  static func sentence(_ error: any Error, word: String) -> String {
    switch error as? RESTError {
    case .noSuchID(let id, _)?: "There is no \(word) \(id); '\(word)s' lists those there are."
    case .http(let error, _)?: sentence(error)
    case .otherID?: nonsense
    case .unusableID?, .nothingToHandle?, nil: "\(error)"
    }
  }

  static func sentence(_ overview: Overview) -> String {
    "Books: \(overview.books). Todos: \(overview.todos), done: \(overview.done)."
  }

  private static let nonsense = "The server answers something that this program does not understand."

  private static func sentence(_ error: HTTPError) -> String {
    switch error {
    case .transport, .timedOut: "The server does not answer; try again later."
    case .status(let response):
      if let refusal = try? JSONDecoder().decode(Refusal.self, from: response.body) {
        "The server refuses: \(refusal.error)"
      } else {
        "The server is in trouble (status \(response.status)); try again later."
      }
    case .decoding: nonsense
    case .encoding(let reason): "The request could not be made: \(reason)."
    }
  }

  private struct Refusal: Decodable {
    let error: String
  }
}
