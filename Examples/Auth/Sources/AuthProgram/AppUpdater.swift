import Feed
import Katana
import Session

/// The updater of the application's own messages.
struct DeskUpdater: TypedUpdater {
  func update(model: inout AppModel, message: AppMessage) -> [any Command] {
    switch message {
    case .entered: model.lineCount += 1
    case .notice(let text): model.notice.say(text)
    case .status: model.notice.say(Wording.status(model))
    case .plug(let isPlugged): return [PlugServer(isPlugged: isPlugged)]
    case .quit: model.isOver = true
    }
    return []
  }
}

/// All updaters, each with its slice of the model.
let appUpdater = CombinedUpdater<AppModel>(
  .full(DeskUpdater()),
  .slice(\.session, SessionUpdater()),
  .slice(\.feed, FeedUpdater()))

let appSubscriptions = CombinedSubscriptionProvider<AppModel>(.slice(\.feed, FeedSubscriptions()))
