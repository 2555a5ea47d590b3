import Flask

/// Why something was not done; nothing of it was.
public enum DeskRefusal: Error, Hashable, CustomStringConvertible {
  /// A draft has more text than is kept.
  case tooLong(String, size: Int)
  /// There can be no user of that number.
  case noUser(Int)

  /// What is the matter, and what to do.
  public var description: String {
    switch self {
    case .tooLong(let name, let size):
      """
      The draft of '\(name)' has \(size) bytes, and no more than \(Draft.most) are kept, so it is as it was saved before; \
      make it shorter.
      """
    case .noUser(let number):
      "There can be no user \(number), so notes are written as before; name a user that there is."
    }
  }
}

/// What a person reads about something that went wrong at the context; nil for what went wrong elsewhere.
func sentence(about error: FlowError, of context: String) -> String? {
  guard case .reported(context, let cause as FlaskError) = error else { return nil }
  return switch cause {
  case .mixFailed(_, let refusal as DeskRefusal): "\(refusal)"
  case .archive(let error, _): "\(error)"
  default: "\(cause)"
  }
}
