import Millrace
import MillraceDifference

/// The sentence of a flow's error, and the store that it names.
struct ErrorText {
  let sentence: String
  let store: String?

  init(_ error: FlowError, _ redaction: Redaction) {
    switch error {
    case .effectFailed(let store, _, let inner), .subscriptionFailed(let store, _, let inner),
      .reported(let store, let inner):
      self.store = store
      let text = redaction.text(of: inner)
      // Its own sentence contains the description of the inner error.
      sentence =
        text == escaped("\(inner)") ? escaped("\(error)") : "The store `\(store)` reports: \(text)"
      return
    case .unhandledMessage(let store, _), .queueFull(let store, _, _), .invalidQueue(let store, _, _),
      .gateChangedType(_, let store, _, _), .lockOfAnotherFlow(_, _, let store):
      self.store = store
    case .lockAbandoned, .endlessLoop, .homeless: store = nil
    }
    sentence = escaped("\(error)")
  }
}
