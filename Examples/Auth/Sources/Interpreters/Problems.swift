import Feed
import Foundation
import KatanaHTTP
import Session

// An error of HTTP in the words of each module.

extension SessionProblem {
  init(_ error: HTTPError) {
    self = error.refusal.map { .refused($0) } ?? .unanswered(error.sentence)
  }
}

extension FeedProblem {
  init(_ error: HTTPError) {
    self = error.refusal == nil ? .failed(error.sentence) : .passRefused
  }
}

extension HTTPError {
  /// Why the server refuses; nil when that is not what went wrong.
  fileprivate var refusal: String? {
    guard case .status(let response) = self, response.status == 401 else { return nil }
    let refusal = try? JSONDecoder().decode(Refusal.self, from: response.body)
    return refusal?.error ?? "The server refuses, and does not say why."
  }

  /// What a person is told, who knows nothing of addresses and bytes.
  fileprivate var sentence: String {
    switch self {
    case .transport, .timedOut: "The server does not answer; try again later."
    case .status(let response): "The server is in trouble (status \(response.status)); try again later."
    case .decoding: "The server answers something that this program does not understand."
    case .encoding(let reason): "The request could not be made: \(reason)."
    }
  }
}
