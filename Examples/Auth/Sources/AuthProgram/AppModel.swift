import Feed
import Katana
import Session

/// The models of all modules side by side, and what only the application knows.
struct AppModel: Model {
  var session = SessionModel.loggedOut(nil)
  var feed = FeedModel()
  /// What the person has to be told.
  var notice = Notice()
  /// How many lines came.
  var lineCount = 0
  /// Whether the person has left.
  var isOver = false
}

/// A sentence; saying the same again is a change too, which an observer is told of.
struct Notice: Equatable {
  private(set) var text = ""
  private var count = 0

  mutating func say(_ text: String) {
    self.text = text
    count += 1
  }
}

/// What happens to the application as a whole.
enum AppMessage: Message, Equatable {
  /// A line came, whatever is in it.
  case entered
  /// A sentence for the person.
  case notice(String)
  /// The person wants to know how things stand.
  case status
  /// The line to the server is to be plugged in, or unplugged.
  case plug(in: Bool)
  /// The person leaves, or there is no more input.
  case quit
}
