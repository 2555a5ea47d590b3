public import Aftermath

extension ComponentController {
  /// Returns a reaction that applies the edit made from each output; nil changes nothing.
  ///
  /// It renders progress and errors, as a behaviour does, and refers to the controller weakly:
  ///
  /// ```swift
  /// execute(command: Search(text), reaction: results.reaction { .reloadItems($0, in: 0) })
  /// ```
  ///
  /// Its progress is shown until it receives output or an error.
  public func reaction<Output>(_ edit: @escaping (Output) -> ContentEdit?) -> Reaction<Output> {
    reaction(of: state.nextReaction()) { edit($0).map { [$0] } ?? [] }
  }

  func reaction<Output>(
    of source: ComponentState.Source, _ edits: @escaping (Output) -> [ContentEdit]
  ) -> Reaction<Output> {
    Reaction(
      wait: { [weak self] in if let self { perform(state.wait(for: source)) } },
      consume: { [weak self] output in self?.take(edits(output), from: source) },
      rescue: { [weak self] error in self?.rescue(error, source) })
  }

  private func take(_ edits: [ContentEdit], from source: ComponentState.Source) {
    var isChanged = false
    for edit in edits where isNeeded(edit) {
      isChanged = true
      perform(state.take(edit, from: source))
    }
    if !isChanged { perform(state.finish(source)) }
  }

  private func isNeeded(_ edit: ContentEdit) -> Bool {
    guard let needsReload else { return true }
    var new = components
    switch edit {
    case .reload(let components): new = components
    case .reloadItems(let items, let index) where new.indices.contains(index): new[index].items = items
    default: return true
    }
    return needsReload(components, new)
  }

  private func rescue(_ error: any Error, _ source: ComponentState.Source) {
    perform(state.fail(source, "\(error)"))
    errorHandler?(error)
  }
}
