import Aftermath
import NotesDesk
import NotesLibrary
import NotesModel

/// A command that saves a form, if its content is valid.
struct SaveForm: ScreenFeature {
  typealias Output = Outcome

  enum Outcome: Codable, Hashable, Sendable {
    /// The form was saved and closed.
    case saved(Notice)
    /// The form was not saved, with the reason and the item's current content.
    case refused(String, current: Draft)
  }

  func carryOut(at bench: Bench) throws -> Outcome {
    guard let form = bench.screen.form else { throw ScreenError.noForm }
    if let flaw = form.flaw { return .refused(flaw, current: form.original) }
    switch form.target {
    case .new(let kind):
      return save(form, as: form.item(kind, at: bench), at: bench)
    case .edit(let id):
      guard let item = bench.workplace.withLibrary({ $0.item(id) }) else {
        return save(
          form, as: form.item(id.kind, at: bench),
          instead: "It was deleted meanwhile, so your text is a new \(id.kind.singular).", at: bench)
      }
      if let collision = form.collision(with: item.draft) { return .refused(collision, current: item.draft) }
      return replace(item, by: form, at: bench)
    }
  }

  static func show(_ outcome: Outcome, on screen: inout Screen) {
    switch outcome {
    case .saved(let notice):
      screen.goBack()
      screen.notice = notice
    case .refused(let problem, let current):
      guard var form = screen.form else { return }
      form.rebase(onto: current)
      form.problem = problem
      screen.place = .form(form)
    }
  }

  @MainActor
  private func save(
    _ form: Form, as item: NotesModel.Item, instead notice: String? = nil, at bench: Bench
  ) -> Outcome {
    bench.workplace.tell(.add(item))
    bench.workplace.dropDraft(of: bench.draftName(of: form.target))
    return .saved(Notice(notice ?? "Added \(quoted(item.title))."))
  }

  @MainActor
  private func replace(_ item: NotesModel.Item, by form: Form, at bench: Bench) -> Outcome {
    let draft = form.merged(with: item.draft)
    let changed = item.with(title: draft.title, body: draft.body)
    if changed != item { bench.workplace.tell(.edit(changed)) }
    bench.workplace.dropDraft(of: bench.draftName(of: form.target))
    return .saved(Notice(changed == item ? "Nothing was changed." : "Saved \(quoted(changed.title))."))
  }
}

extension Form {
  /// Returns a new item of the current author.
  @MainActor
  fileprivate func item(_ kind: Kind, at bench: Bench) -> NotesModel.Item {
    .new(kind, title: draft.title, body: draft.body, userId: bench.workplace.preferences.userId)
  }
}

/// Quotes a title for a sentence; a long one is shortened.
func quoted(_ title: String) -> String {
  title.count > 40 ? "“\(title.prefix(39))…”" : "“\(title)”"
}
