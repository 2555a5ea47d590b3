import Flask

/// The reason why an action was refused; a refused action changes nothing.
public enum DeskRefusal: Error, Hashable, CustomStringConvertible {
  /// The draft exceeds the maximum size.
  case tooLong(String, size: Int)
  /// The number is not one of a user.
  case noUser(Int)

  public var description: String {
    switch self {
    case .tooLong(let name, let size):
      """
      The draft of '\(name)' has \(size) bytes, but at most \(Draft.most) are saved, so the draft saved before is \
      unchanged; make it shorter.
      """
    case .noUser(let number):
      "There is no user \(number), so the current user stays; name an existing user."
    }
  }
}

/// Returns a sentence for the user about an error of the context; nil for other errors.
func sentence(about error: FlowError, of context: String) -> String? {
  guard case .reported(context, let cause as FlaskError) = error else { return nil }
  return switch cause {
  case .mixFailed(_, let refusal as DeskRefusal): "\(refusal)"
  case .archive(let error, _): "\(error)"
  default: "\(cause)"
  }
}
