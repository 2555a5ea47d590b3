import Feed
import Katana
import Session

/// The models of all modules, and the application's own state.
struct AppModel: Model {
  var session = SessionModel.loggedOut(nil)
  var feed = FeedModel()
  /// The last sentence for the user.
  var notice = Notice()
  var lineCount = 0
  var isOver = false
}

/// A sentence for the user; repeating the same sentence is a change too, which observers see.
struct Notice: Equatable {
  private(set) var text = ""
  private var count = 0

  mutating func say(_ text: String) {
    self.text = text
    count += 1
  }
}

enum AppMessage: Message, Equatable {
  /// The user entered a line, of any content.
  case entered
  case notice(String)
  /// The user asked for the status.
  case status
  /// The user plugs the line to the server in, or unplugs it.
  case plug(in: Bool)
  /// The user quits, or the input has ended.
  case quit
}
