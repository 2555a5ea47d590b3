/// Errors that no other part shows, buffered until there is a listener.
@MainActor
final class Complaints {
  private var waiting: [String] = []
  /// The listener, which also receives the buffered errors.
  var listener: ((String) -> Void)? {
    didSet {
      guard let listener else { return }
      for sentence in waiting { listener(sentence) }
      waiting = []
    }
  }

  /// Reports an error, as a sentence.
  func tell(_ sentence: String) {
    if let listener { listener(sentence) } else { waiting.append(sentence) }
  }
}
