import Aftermath
import NotesDesk
import NotesModel
import Terminal

struct Open: ScreenFeature {
  typealias Output = Place

  let destination: Destination

  init(_ destination: Destination) { self.destination = destination }

  /// Returns the place with its state.
  func carryOut(at bench: Bench) throws -> Place {
    let place = try place(at: bench)
    if let kind = place.kind, kind != bench.screen.kind {
      bench.look(for: kind, words: bench.screen.lists[words: kind].text)
    }
    return place
  }

  static func show(_ place: Place, on screen: inout Screen) { screen.go(to: place) }

  @MainActor
  private func place(at bench: Bench) throws -> Place {
    switch destination {
    case .list(let kind): return .list(kind)
    case .item(let id): return .item(try bench.item(id).id, scroll: 0)
    case .new(let kind): return .form(try form(.new(kind), original: Draft(title: ""), at: bench))
    case .edit(let id):
      let item = try bench.item(id)
      return .form(try form(.edit(item.id), original: item.draft, at: bench))
    case .conflicts: return .conflicts
    case .conflict(let id):
      guard let sides = bench.sides(of: id) else { throw ScreenError.noConflict(id) }
      return .conflict(sides.id, scroll: 0)
    case .log: return .log(until: nil)
    case .help: return .help(scroll: 0)
    }
  }

  @MainActor
  private func form(
    _ target: Form.Target, original: Draft, at bench: Bench
  ) throws(ScreenError) -> Form {
    guard target.kind != .users else { throw .readOnly(.users) }
    return Form(target, original: original, draft: bench.workplace.draft(of: bench.draftName(of: target)))
  }
}

extension NotesModel.Item {
  /// The initial content of a form.
  var draft: Draft {
    if case .note(let note) = self { Draft(title: note.title, body: note.body) } else { Draft(title: title) }
  }
}

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
