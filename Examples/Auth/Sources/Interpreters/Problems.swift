import Feed
import Foundation
import KatanaHTTP
import Session

// Errors of HTTP as errors of each module.

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
  /// The server's reason for a refusal; nil for other errors.
  fileprivate var refusal: String? {
    guard case .status(let response) = self, response.status == 401 else { return nil }
    let refusal = try? JSONDecoder().decode(Refusal.self, from: response.body)
    return refusal?.error ?? "The server refuses, and does not say why."
  }

  /// A sentence for a user, without addresses and bytes.
  fileprivate var sentence: String {
    switch self {
    case .transport, .timedOut: "The server does not answer; try again later."
    case .status(let response): "The server is in trouble (status \(response.status)); try again later."
    case .decoding: "The server answers something that this program does not understand."
    case .encoding(let reason): "The request could not be made: \(reason)."
    }
  }
}
