public import Flask

/// Returns a sentence for a user: a refusal as it is, and other errors without the words that are for a
/// programmer.
func sentence(about error: FlowError) -> String {
  guard case .reported(_, let cause) = error, let cause = cause as? FlaskError else { return "\(error)" }
  return switch cause {
  case .mixFailed(_, let refusal as Refusal): "\(refusal)"
  case .nothingToUndo: "There is nothing to undo on the list."
  case .nothingToRedo: "There is nothing to redo on the list."
  case .notCaptured: "No draft is open; 'draft' begins one."
  default: "\(cause)"
  }
}

/// Returns the description of a waiting action for a user; nil for the context's own messages.
public func words(for message: FluxMessage) -> String? {
  let names = message.substances.joined(separator: ", ")
  return switch message.kind {
  case .mixer(let name): "the mixer '\(name)'"
  case .chain: "a chain over \(names)"
  case .undo: "an undo of \(names)"
  case .redo: "a redo of \(names)"
  case .capture: "a capture of \(names)"
  case .rollback: "a rollback of \(names)"
  case .commit: "a commit of \(names)"
  case .work: "some work"
  case .grouping, .archive, .report: nil
  }
}
