/// The contents of a controller and all that it knows of its commands: what happens goes in, what is to be done comes
/// out.
struct ComponentState {
  /// What is to be done because of something that has happened, in this order.
  enum Action: Hashable {
    /// Render the contents for the first time.
    case show([Component])
    /// Render what has changed.
    case render([ContentChange])
    /// Render that something is under way, or no longer.
    case showProgress(Bool)
    /// Render what has gone wrong; nil when it no longer matters.
    case showFailure(String?)
    /// Keep the contents in the cache.
    case save
    /// Tell the error handler.
    case report(ComponentError)
  }

  /// The type of a command, by whose events it is known what is under way.
  typealias Source = ObjectIdentifier

  /// When progress is shown.
  let refreshMode: RefreshMode
  /// Identifiers are unique in it, in every list.
  private(set) var components: [Component] = []
  /// Whether what happens is rendered.
  private(set) var isShown = false
  /// What was rendered when it disappeared; nil before it has first appeared, and while it is shown.
  private var rendered: [Component]?
  private var hasAppeared = false

  /// The commands that have said to be under way, and have said nothing since.
  private var underWay: Set<Source> = []
  /// The commands that were executed for the next page and have not been answered.
  private var pages: Set<Source> = []
  /// The last failure that its command has not made up for.
  private var failure: (source: Source, text: String)?
  private var renderedProgress = false
  private var renderedFailure: String?

  init(refreshMode: RefreshMode) {
    self.refreshMode = refreshMode
  }

  /// Whether there is no item.
  var isEmpty: Bool { components.allSatisfy(\.items.isEmpty) }

  /// Whether progress is to be seen now.
  var isInProgress: Bool {
    switch refreshMode {
    case .always: !underWay.isEmpty
    case .onlyWhenEmpty: !underWay.isEmpty && isEmpty
    case .disabled: false
    }
  }

  // MARK: The beginning, and what is seen

  /// The contents it begins with, and those that were kept; neither is saved.
  ///
  /// What was kept takes the place of the others when it begins with the same components, so that an index means the
  /// same one. Otherwise the application has changed since, and the components get the items that were kept for
  /// them.
  mutating func begin(with given: [Component], kept: [Component]?) -> [Action] {
    var errors: [ComponentError] = []
    components = Uniqueness.of(given, like: [], errors: &errors)
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

  /// It is to be seen: all of it the first time, and later what has changed meanwhile.
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

  /// It is not to be seen any more, so nothing is rendered.
  mutating func disappear() {
    guard isShown else { return }
    isShown = false
    rendered = components
  }

  // MARK: Commands

  /// A command goes on.
  mutating func wait(for source: Source) -> [Action] {
    underWay.insert(source)
    makeUp(for: source)
    return indications()
  }

  /// A command has produced something that changes nothing here.
  mutating func finish(_ source: Source) -> [Action] {
    settle(source)
    makeUp(for: source)
    return indications()
  }

  /// A command has produced something.
  mutating func take(_ edit: ContentEdit, from source: Source) -> [Action] {
    settle(source)
    makeUp(for: source)
    return apply(edit)
  }

  /// A command has failed.
  mutating func fail(_ source: Source, _ text: String) -> [Action] {
    settle(source)
    failure = (source, text)
    return indications()
  }

  /// Whether the command for a next page may be executed: not while one of its type has not been answered.
  mutating func beginPage(of source: Source) -> Bool {
    !underWay.contains(source) && pages.insert(source).inserted
  }

  /// No answer will come for the page.
  mutating func endPage(of source: Source) { pages.remove(source) }

  /// Whether this data of a command is a page that was asked for.
  func isPageAwaited(of source: Source) -> Bool { pages.contains(source) }

  /// All is loaded anew by a command, so that pages of what was are not wanted any more.
  ///
  /// A page of the command's own type is still waited for: its answer could not be told from the other.
  mutating func refresh(with source: Source) { pages.formIntersection([source]) }

  private mutating func settle(_ source: Source) {
    underWay.remove(source)
    pages.remove(source)
  }

  private mutating func makeUp(for source: Source) {
    if failure?.source == source { failure = nil }
  }

  // MARK: Contents

  /// Changes the contents.
  mutating func apply(_ edit: ContentEdit) -> [Action] {
    let (changes, errors) = components.apply(edit)
    let saved: [Action] = changes.isEmpty ? [] : [.save]
    return render(changes) + indications() + saved + errors.map { .report($0) }
  }

  private func render(_ changes: [ContentChange]) -> [Action] {
    changes.isEmpty || !isShown ? [] : [.render(changes)]
  }

  /// What is to be seen of progress and failure, where it is not seen yet.
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
