/// What went wrong and has no better place to be told, until there is somebody to hear it.
@MainActor
final class Complaints {
  private var waiting: [String] = []
  /// Who is told, also of what has waited.
  var listener: ((String) -> Void)? {
    didSet {
      guard let listener else { return }
      for sentence in waiting { listener(sentence) }
      waiting = []
    }
  }

  /// Says that something went wrong; a sentence.
  func tell(_ sentence: String) {
    if let listener { listener(sentence) } else { waiting.append(sentence) }
  }
}
