import Aftermath
import NotesDesk

/// Goes back to where the person came from.
struct GoBack: ScreenFeature {
  typealias Output = Notice?

  static var journalName: String { "screen-back" }

  /// Gives what there is to say about what is left behind.
  @MainActor
  func carryOut(at bench: Bench) -> Notice? {
    guard let form = bench.screen.form, form.isChanged else { return nil }
    bench.keepDraft(of: form)
    return Notice("What you wrote is kept; open the form again to go on with it.")
  }

  static func show(_ notice: Notice?, on screen: inout Screen) {
    screen.goBack()
    screen.notice = notice
  }
}

extension Bench {
  /// Keeps what is written in a form, or lets it go where that is what the item is already.
  func keepDraft(of form: Form) {
    let name = draftName(of: form.target)
    if form.isChanged {
      workplace.saveDraft(of: name, form.draft)
    } else {
      workplace.dropDraft(of: name)
    }
  }
}
