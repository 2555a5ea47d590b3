public import InspectorCore

/// A history in a file, which is read, and then followed while another program writes it.
public protocol FileHistory: HistorySource, AnyObject {
  /// The name of the file, without its folder.
  var name: String { get }
  /// The application that computes states.
  var computer: Computer { get }

  /// Reads the file, and calls a closure with what is known, at first and whenever there is more, at most ten
  /// times a second.
  ///
  /// It is called once. The closure is called on a thread of the history.
  func read(_ report: @escaping @Sendable (FileProgress) -> Void)

  /// Ends the reading.
  func stop()
}

/// The state of reading a file.
public struct FileProgress: Sendable {
  /// All turns, events and states so far.
  public var index: HistoryIndex
  /// The name of the flow.
  public var flow: String
  /// The id of the journal; nil for a recording.
  public var journal: String?
  /// The share that was read, from 0 to 1; nil when all of it was read.
  public var share: Double?
  /// Sentences about what is missing or damaged.
  public var remarks: [String] = []

  init(index: HistoryIndex = HistoryIndex(), flow: String = "", share: Double? = 0) {
    self.index = index
    self.flow = flow
    self.share = share
  }

  /// The state before anything was read.
  public static var empty: FileProgress { FileProgress() }

  /// The remarks and the progress in one text; nil for none.
  public var note: String? {
    var sentences = remarks
    if let share { sentences.append("\(Int(share * 100)) % of the file have been read.") }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Adds a remark, unless there are many.
  mutating func remark(_ sentence: String) {
    if remarks.count < 8, !remarks.contains(sentence) { remarks.append(sentence) }
  }
}
