public import Flask
public import NotesLibrary
public import NotesModel

/// What lies before a person who writes: how they like it, and what they have begun.
///
/// It is a context of two substances, which lives where it is made. Both are archived, so they are there again when the
/// program was killed, or its journal is gone; where there is a journal, it has the newer state, and comes second:
///
/// ```swift
/// let desk = Desk(on: flow, archives: FileArchives(directory: folder)) { sentence in show(sentence) }
/// try journal.record(desk.recordable)
/// try journal.start()
/// ```
public final class Desk {
  /// The context, for those who bind reactors of their own.
  public let flask: Flask
  /// How the person likes it.
  public let preferences: Substance<Preferences>
  /// What was begun.
  public let drafts: Substance<Drafts>
  private lazy var reactor = flask.reactor(attachedTo: self, mixing: preferences, drafts)

  /// A desk as it was archived.
  ///
  /// - Parameters:
  ///   - flow: The flow to take part in, which lives where the caller does. Errors of the desk go to `tell`; all others go
  ///     on to the handler that the flow has, so set that one before.
  ///   - archives: Where it is archived; what cannot be read there is set aside, and told.
  ///   - isolation: Where it lives; leave it as it is.
  ///   - tell: Is given a sentence for the person about whatever goes wrong.
  public init(
    on flow: Flow, archives: any ArchiveStorage, isolation: isolated (any Actor)? = #isolation,
    tell: @escaping (String) -> Void
  ) {
    let name = "desk"
    // Set before the substances are made, which is when archives are read.
    flow.errorHandler = { [others = flow.errorHandler] error in
      if let sentence = sentence(about: error, of: name) { tell(sentence) } else { others(error) }
    }
    flask = Flask(name: name, flow: flow, archives: archives, isolation: isolation)
    preferences = Substance(name: "preferences", archive: true, in: flask)
    drafts = Substance(name: "drafts", archive: true, in: flask)
  }

  // MARK: How the person likes it

  /// Has lists in an order.
  public func order(by order: Query.Order) {
    reactor.mix(preferences) { $0.prop.order = order }.andReact()
  }

  /// Leaves todos that are done out of lists, or not.
  public func hideCompleted(_ hides: Bool) {
    reactor.mix(preferences) { $0.prop.hidesCompleted = hides }.andReact()
  }

  /// Uses colours, or none.
  public func useColour(_ uses: Bool) {
    reactor.mix(preferences) { $0.prop.usesColour = uses }.andReact()
  }

  /// Has notes written as another user, which cannot be 0.
  public func write(as userId: Int) {
    reactor.mix(preferences) { try $0.prop.write(as: userId) }.andReact()
  }

  // MARK: What was begun

  /// What was begun to be written of something; nil for nothing.
  public func draft(of name: String) -> Draft? { drafts.state.drafts[name] }

  /// Keeps what was typed, if it differs from what is stored.
  ///
  /// - Parameters:
  ///   - name: What it is of: an item's id, or `new note`.
  ///   - draft: The fields as they are now.
  ///   - stored: The fields as they are stored; an empty form for what is new.
  public func saveDraft(of name: String, _ draft: Draft, stored: Draft = Draft(title: "")) {
    if draft == stored { return dropDraft(of: name) }
    if isIdle, self.draft(of: name) == draft { return }
    reactor.mix(drafts) { try $0.prop.save(draft, of: name) }.andReact()
  }

  /// Lets go of what was begun, because it was saved or is not wanted.
  public func dropDraft(of name: String) {
    if isIdle, draft(of: name) == nil { return }
    reactor.mix(drafts) { $0.prop.drop(name) }.andReact()
  }

  /// Lets go of the drafts of all items that no server has numbered, because their numbers begin anew.
  ///
  /// It is for the first start after the local database was set aside: what was made in it has gone, and the
  /// next that is made here gets the same numbers.
  public func dropLocalDrafts() {
    if isIdle, !drafts.state.hasLocal { return }
    reactor.mix(drafts) { $0.prop.dropLocal() }.andReact()
  }

  // MARK: Both

  /// Follows all items that were made here to the ids that the server has given them.
  ///
  /// Only what is on the desk is looked for, the drafts that were changed last and the user, so it makes no
  /// difference how many ids there are.
  ///
  /// - Parameter aliases: The server's ids, by those that were given here.
  public func follow(_ aliases: [ItemID: ItemID]) {
    if isIdle { return followKnown(aliases) }
    // What waits may begin a draft, so it is looked at after that.
    flask.bus.performInFluxQueue { [weak self] in self?.followKnown(aliases) }
  }

  private func followKnown(_ aliases: [ItemID: ItemID]) {
    let user = ItemID(.users, preferences.state.userId)
    for old in drafts.state.names.suffix(Drafts.most).compactMap(ItemID.init) + [user] where !old.isShared {
      if let new = aliases[old] { follow(old, to: new) }
    }
  }

  /// Follows an item that was made here to the id that the server has given it.
  ///
  /// The draft and the number of the user are changed in one transaction, or neither.
  public func follow(_ old: ItemID, to new: ItemID) {
    if isIdle, draft(of: "\(old)") == nil, old != ItemID(.users, preferences.state.userId) { return }
    reactor.mix(drafts) { drafts in
      drafts.prop.rename("\(old)", to: "\(new)")
    }.with(preferences) { preferences in
      if old == ItemID(.users, preferences.prop.userId) { try preferences.prop.write(as: new.number) }
    }.andReact()
  }

  /// Whether nothing waits for its turn that may change what there is, so that what would change nothing need not take a
  /// turn, which a journal would keep.
  private var isIdle: Bool { flask.bus.waiting.isEmpty }

  /// Saves what is unsaved; call it before the program ends.
  public func save() async throws(ArchiveError) {
    try await flask.archiveNow()
  }

  /// The desk as a journal sees it.
  public var recordable: Recordable<FlaskStates, FlaskCommits> {
    flask.recordable { record in
      record.add(preferences, RecordSchema("preferences"))
      record.add(drafts, RecordSchema("drafts"))
    }
  }
}
