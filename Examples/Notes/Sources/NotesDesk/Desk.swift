public import Flask
public import NotesModel

/// The preferences and the drafts of a user.
///
/// It is a context of two substances, which runs at the home of its creator. Both are archived, so they
/// survive when the program is killed or its journal is lost. A journal has the newer state, and is restored
/// after the archives:
///
/// ```swift
/// let desk = Desk(on: flow, archives: FileArchives(directory: folder)) { sentence in show(sentence) }
/// try journal.record(desk.recordable)
/// try journal.start()
/// ```
public final class Desk {
  /// The context, for additional reactors.
  public let flask: Flask
  public let preferences: Substance<Preferences>
  public let drafts: Substance<Drafts>
  private lazy var reactor = flask.reactor(attachedTo: self, mixing: preferences, drafts)

  /// Creates a desk from its archives.
  ///
  /// - Parameters:
  ///   - flow: The flow to take part in, which has the caller's isolation. The desk's errors go to `tell`;
  ///     others go to the flow's error handler, so set that one before.
  ///   - archives: The storage of the archives; an unreadable archive is moved away, and reported.
  ///   - isolation: The home; leave the default.
  ///   - tell: A closure that receives a sentence for the user about each error.
  public init(
    on flow: Flow, archives: any ArchiveStorage, isolation: isolated (any Actor)? = #isolation,
    tell: @escaping (String) -> Void
  ) {
    let name = "desk"
    // Set before the substances are created, because that reads the archives.
    flow.errorHandler = { [others = flow.errorHandler] error in
      if let sentence = sentence(about: error, of: name) { tell(sentence) } else { others(error) }
    }
    flask = Flask(name: name, flow: flow, archives: archives, isolation: isolation)
    preferences = Substance(name: "preferences", archive: true, in: flask)
    drafts = Substance(name: "drafts", archive: true, in: flask)
  }

  // MARK: Preferences

  public func prefer(_ change: @escaping (inout Preferences) -> Void) {
    reactor.mix(preferences) { change(&$0.prop) }.andReact()
  }

  /// Changes the author of new notes, which cannot be 0.
  public func write(as userId: Int) {
    reactor.mix(preferences) { try $0.prop.write(as: userId) }.andReact()
  }

  // MARK: Drafts

  public func draft(of name: String) -> Draft? { drafts.state.drafts[name] }

  /// Saves input as a draft; an empty one is dropped.
  ///
  /// - Parameters:
  ///   - name: The item's id, or `new note`.
  ///   - draft: The current fields.
  public func saveDraft(of name: String, _ draft: Draft) {
    if draft == Draft(title: "") { return dropDraft(of: name) }
    if isIdle, self.draft(of: name) == draft { return }
    reactor.mix(drafts) { try $0.prop.save(draft, of: name) }.andReact()
  }

  /// Deletes a draft, because it was saved or is not wanted.
  public func dropDraft(of name: String) {
    if isIdle, draft(of: name) == nil { return }
    reactor.mix(drafts) { $0.prop.drop(name) }.andReact()
  }

  /// Deletes the drafts of all items without a number of the server, because local numbers begin again.
  ///
  /// Call it at the first start after the local database was moved away: the items of that database are gone,
  /// and new local items get the same numbers.
  public func dropLocalDrafts() {
    if isIdle, !drafts.state.hasLocal { return }
    reactor.mix(drafts) { $0.prop.dropLocal() }.andReact()
  }

  // MARK: Both

  /// Updates all references to local items to the ids that the server has assigned.
  ///
  /// Only the desk's own drafts and user are looked up, so the number of ids does not matter.
  ///
  /// - Parameter aliases: The server's ids, by local ids.
  public func follow(_ aliases: [ItemID: ItemID]) {
    if isIdle { return followKnown(aliases) }
    // A waiting message may begin a draft, so this runs after it.
    flask.bus.performInFluxQueue { [weak self] in self?.followKnown(aliases) }
  }

  private func followKnown(_ aliases: [ItemID: ItemID]) {
    let user = ItemID(.users, preferences.state.userId)
    for old in drafts.state.names.suffix(Drafts.most).compactMap(ItemID.init) + [user] where !old.isShared {
      if let new = aliases[old] { follow(old, to: new) }
    }
  }

  /// Updates references to one local item to the id that the server has assigned.
  ///
  /// The draft and the user's number change in one transaction.
  public func follow(_ old: ItemID, to new: ItemID) {
    if isIdle, draft(of: "\(old)") == nil, old != ItemID(.users, preferences.state.userId) { return }
    reactor.mix(drafts) { drafts in
      drafts.prop.rename("\(old)", to: "\(new)")
    }.with(preferences) { preferences in
      if old == ItemID(.users, preferences.prop.userId) { try preferences.prop.write(as: new.number) }
    }.andReact()
  }

  /// True when no message waits.
  ///
  /// Then a call that would change nothing needs no turn, which a journal would
  /// record.
  private var isIdle: Bool { flask.bus.waiting.isEmpty }

  /// Saves unsaved changes; call it before the program ends.
  public func save() async throws(ArchiveError) {
    try await flask.archiveNow()
  }

  /// The desk in the form that a journal records.
  public var recordable: Recordable<FlaskStates, FlaskCommits> {
    flask.recordable { record in
      record.add(preferences, RecordSchema("preferences"))
      record.add(drafts, RecordSchema("drafts"))
    }
  }
}

/// The reason why an action was refused; a refused action changes nothing.
public enum DeskRefusal: Error, Hashable, CustomStringConvertible {
  /// The draft exceeds the maximum size.
  case tooLong(String, size: Int)
  /// The number is not one of a user.
  case noUser(Int)

  public var description: String {
    switch self {
    case .tooLong(let name, let size):
      """
      The draft of '\(name)' has \(size) bytes, but at most \(Draft.most) are saved, so the draft saved before is \
      unchanged; make it shorter.
      """
    case .noUser(let number):
      "There is no user \(number), so the current user stays; name an existing user."
    }
  }
}

/// Returns a sentence for the user about an error of the context; nil for other errors.
func sentence(about error: FlowError, of context: String) -> String? {
  guard case .reported(context, let cause as FlaskError) = error else { return nil }
  return switch cause {
  case .mixFailed(_, let refusal as DeskRefusal): "\(refusal)"
  case .archive(let error, _): "\(error)"
  default: "\(cause)"
  }
}
