import Aftermath
import Terminal

/// Types one key into the form; what is written is kept as a draft at once.
struct TypeInForm: ScreenFeature {
  typealias Output = Keystroke

  /// The key.
  let key: Key

  /// A command to take a key.
  init(_ key: Key) { self.key = key }

  static var journalName: String { "screen-form-key" }

  /// Gives the key: a recording of a long text that grows by a letter at a time would be far too long.
  @MainActor
  func carryOut(at bench: Bench) throws -> Keystroke {
    guard var form = bench.screen.form else { throw ScreenError.noForm }
    if form.type(key) { bench.keepDraft(of: form) }
    return Keystroke(key)
  }

  static func show(_ stroke: Keystroke, on screen: inout Screen) {
    guard var form = screen.form, let key = stroke.key, form.type(key) else { return }
    screen.place = .form(form)
  }
}

/// Goes to another field of the form.
struct MoveFocus: ScreenFeature {
  typealias Output = Int

  /// 1 for the next, -1 for the one before.
  let step: Int

  /// A command to go to another field.
  init(by step: Int) { self.step = step }

  static var journalName: String { "screen-form-focus" }

  @MainActor
  func carryOut(at bench: Bench) -> Int { step }

  static func show(_ step: Int, on screen: inout Screen) {
    guard var form = screen.form else { return }
    form.moveFocus(by: step)
    screen.place = .form(form)
  }
}

/// Leaves the form, and lets go of what was written in it.
struct DiscardDraft: ScreenFeature {
  typealias Output = Notice

  static var journalName: String { "screen-form-discard" }

  /// Gives what there is to say.
  @MainActor
  func carryOut(at bench: Bench) throws -> Notice {
    guard let form = bench.screen.form else { throw ScreenError.noForm }
    bench.workplace.dropDraft(of: bench.draftName(of: form.target))
    return Notice(form.isChanged ? "What you wrote is thrown away." : "Nothing was changed.")
  }

  static func show(_ notice: Notice, on screen: inout Screen) {
    screen.goBack()
    screen.notice = notice
  }
}
