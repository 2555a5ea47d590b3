import Aftermath
import NotesDesk

/// A command that goes back to the previous place.
struct GoBack: ScreenFeature {
  typealias Output = Notice?

  /// Returns a notice about the place that is left.
  func carryOut(at bench: Bench) -> Notice? {
    guard let form = bench.screen.form, form.isChanged else { return nil }
    bench.keepDraft(of: form)
    return Notice("Your text is saved as a draft; open the form again to continue.")
  }

  static func show(_ notice: Notice?, on screen: inout Screen) {
    screen.goBack()
    screen.notice = notice
  }
}

extension Bench {
  /// Saves a form's input as a draft, or deletes the draft if the item has the same content.
  func keepDraft(of form: Form) {
    let name = draftName(of: form.target)
    if form.isChanged {
      workplace.saveDraft(of: name, form.draft)
    } else {
      workplace.dropDraft(of: name)
    }
  }
}
