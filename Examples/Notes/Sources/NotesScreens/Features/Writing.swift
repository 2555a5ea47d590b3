import Aftermath
import Terminal

/// A command that types a key into the form; the input is saved as a draft at once.
struct TypeInForm: ScreenFeature {
  typealias Output = Keystroke

  let key: Key

  init(_ key: Key) { self.key = key }

  /// Returns the key: recording the whole text for each key would take too much space.
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

/// A command that moves to another field of the form.
struct MoveFocus: ScreenFeature {
  typealias Output = Int

  /// 1 for the next field, -1 for the previous one.
  let step: Int

  init(by step: Int) { self.step = step }

  func carryOut(at bench: Bench) -> Int { step }

  static func show(_ step: Int, on screen: inout Screen) {
    guard var form = screen.form else { return }
    form.moveFocus(by: step)
    screen.place = .form(form)
  }
}

/// A command that closes the form, and deletes its draft.
struct DiscardDraft: ScreenFeature {
  typealias Output = Notice

  func carryOut(at bench: Bench) throws -> Notice {
    guard let form = bench.screen.form else { throw ScreenError.noForm }
    bench.workplace.dropDraft(of: bench.draftName(of: form.target))
    return Notice(form.isChanged ? "Your text was discarded." : "Nothing was changed.")
  }

  static func show(_ notice: Notice, on screen: inout Screen) {
    screen.goBack()
    screen.notice = notice
  }
}
