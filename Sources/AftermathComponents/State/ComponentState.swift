/// A controller's contents and the state of its commands; each event returns the actions to perform.
struct ComponentState {
  /// An action to perform because of an event.
  enum Action: Hashable {
    /// Render the first contents.
    case show([Component])
    /// Render changes.
    case render([ContentChange])
    /// Show or hide progress.
    case showProgress(Bool)
    /// Show a failure, or hide it if nil.
    case showFailure(String?)
    /// Save the contents in the cache.
    case save
    /// Pass an error to the error handler.
    case report(ComponentError)
  }

  /// The origin of events whose progress and failures are shown together.
  enum Source: Hashable {
    /// All commands of a type.
    case command(ObjectIdentifier)
    /// A reaction made by ``ComponentController/reaction(_:)``, by its number.
    case reaction(Int)
  }

  private(set) var refreshMode: RefreshMode
  private var contents = Contents([])
  private(set) var isShown = false
  /// The contents rendered before it disappeared; nil before it first appears and while it is visible.
  private var rendered: [Component]?
  private var hasAppeared = false

  /// The commands whose last event was progress.
  private var underWay: Set<Source> = []
  /// The commands for a next page that are unanswered.
  private var pages: Set<Source> = []
  /// The last failure, until its command succeeds or continues.
  private var failure: (source: Source, text: String)?
  /// The number of reactions made.
  private var reactions = 0
  private var renderedProgress = false
  private var renderedFailure: String?

  init(refreshMode: RefreshMode) {
    self.refreshMode = refreshMode
  }

  /// The contents; identifiers are unique in every list.
  var components: [Component] { contents.components }

  var isEmpty: Bool { components.allSatisfy(\.items.isEmpty) }

  var isInProgress: Bool {
    switch refreshMode {
    case .always: !underWay.isEmpty
    case .onlyWhenEmpty: !underWay.isEmpty && isEmpty
    case .disabled: false
    }
  }

  // MARK: Beginning and visibility

  /// Sets the given contents and the cached ones; neither is saved.
  ///
  /// Cached contents replace the given ones if they begin with the same components, so that an index means
  /// the same component. Otherwise the application has changed since, and each component gets the items
  /// cached for it.
  mutating func begin(with given: [Component], kept: [Component]?) -> [Action] {
    var errors: [ComponentError] = []
    var components = Uniqueness.of(given, like: [], errors: &errors)
    defer { contents = Contents(components) }
    if let kept = kept.map({ Uniqueness.of($0, like: [], errors: &errors) }) {
      if kept.map(\.identifier).starts(with: components.map(\.identifier)) {
        components = kept
      } else {
        for index in components.indices {
          let items = kept.first { $0.identifier == components[index].identifier }?.items
          if let items { components[index].items = items }
        }
      }
    }
    return errors.map { .report($0) }
  }

  /// Sets the conditions under which progress is shown.
  mutating func set(_ mode: RefreshMode) -> [Action] {
    refreshMode = mode
    return indications()
  }

  /// Makes it visible: renders everything the first time, and later only the changes since.
  mutating func appear() -> [Action] {
    if isShown { return [] }
    isShown = true
    defer { rendered = nil }
    if !hasAppeared {
      hasAppeared = true
      return [.show(components)] + indications()
    }
    return render(rendered?.contentChanges(to: components) ?? []) + indications()
  }

  /// Makes it invisible, so that nothing is rendered.
  mutating func disappear() {
    guard isShown else { return }
    isShown = false
    rendered = components
  }

  // MARK: Commands

  /// Returns the source of a new reaction.
  mutating func nextReaction() -> Source {
    reactions += 1
    return .reaction(reactions)
  }

  /// Records progress of a command.
  mutating func wait(for source: Source) -> [Action] {
    underWay.insert(source)
    clearFailure(of: source)
    return indications()
  }

  /// Records output of a command that changes nothing here.
  mutating func finish(_ source: Source) -> [Action] {
    succeed(source)
    return indications()
  }

  mutating func take(_ edit: ContentEdit, from source: Source) -> [Action] {
    succeed(source)
    return apply(edit)
  }

  mutating func fail(_ source: Source, _ text: String) -> [Action] {
    endWait(for: source)
    failure = (source, text)
    return indications()
  }

  /// Starts the command for a next page; false while one of its type is unanswered.
  mutating func beginPage(of source: Source) -> Bool {
    !underWay.contains(source) && pages.insert(source).inserted
  }

  mutating func endPage(of source: Source) { pages.remove(source) }

  /// Returns true if this output of a command is a requested page.
  func isPageAwaited(of source: Source) -> Bool { pages.contains(source) }

  /// Drops the requested pages, because a command reloads the contents.
  ///
  /// A page of the command's own type remains requested: its answer could not be told apart.
  mutating func refresh(with source: Source) { pages.formIntersection([source]) }

  private mutating func succeed(_ source: Source) {
    endWait(for: source)
    clearFailure(of: source)
  }

  private mutating func endWait(for source: Source) {
    underWay.remove(source)
    pages.remove(source)
  }

  private mutating func clearFailure(of source: Source) {
    if failure?.source == source { failure = nil }
  }

  // MARK: Contents

  mutating func apply(_ edit: ContentEdit) -> [Action] {
    let (changes, errors) = contents.apply(edit)
    let saved: [Action] = changes.isEmpty ? [] : [.save]
    return render(changes) + indications() + saved + errors.map { .report($0) }
  }

  private func render(_ changes: [ContentChange]) -> [Action] {
    changes.isEmpty || !isShown ? [] : [.render(changes)]
  }

  /// Returns the changes of progress and failure that are not shown yet.
  private mutating func indications() -> [Action] {
    var actions: [Action] = []
    guard isShown else { return actions }
    if isInProgress != renderedProgress {
      renderedProgress.toggle()
      actions.append(.showProgress(renderedProgress))
    }
    if failure?.text != renderedFailure {
      renderedFailure = failure?.text
      actions.append(.showFailure(renderedFailure))
    }
    return actions
  }
}

/// The conditions under which a controller shows the progress of its commands.
public enum RefreshMode: Hashable, Sendable {
  /// Whenever a command is in progress.
  case always
  /// Only while there are no items.
  case onlyWhenEmpty
  /// Never.
  case disabled
}
