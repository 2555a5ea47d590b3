import Millrace

/// An error that a context reports to its flow's error handler, as `FlowError.reported`.
///
/// Each error names the problem and its remedy; none stops the bus.
public enum FlaskError: Error, Sendable {
  /// `prop` was used outside a transaction of the substance.
  case propOutsideMix(substance: String)
  /// `prop` was used while it was being changed.
  case propInsideChange(substance: String)
  /// `state` was read inside a transaction of the substance.
  case stateInsideMix(substance: String)
  /// A key does not exist, or cannot be compared.
  case key(KeyError, substance: String)
  /// A reaction was used after its handler had returned.
  case reactionIsOver(asked: String)
  /// A reactor was used with a path of a state that none of its substances has.
  case noSubstance(state: String, owner: String)
  /// An object has no reactor, although one was requested.
  case notAttached(owner: String, context: String)
  /// An object was attached twice, and handles each reaction twice.
  case attachedTwice(owner: String, context: String)
  /// An attached object handles no reactions.
  case noReactions(owner: String)
  /// A reactor was created with a substance of another context, or a record was fed to one.
  case otherContext(substance: String, context: String)
  /// A chain mixes a substance that its reactor is not bound to; the chain was aborted.
  case notBound(substance: String, owner: String, origin: String)
  /// A chain was released without being resolved; it was aborted.
  case chainDropped(origin: String, substances: [String])
  /// A chain was used after it had been resolved.
  case chainIsOver(origin: String, asked: String)
  /// A mix of a chain threw an error; the chain was aborted.
  case mixFailed(origin: String, error: any Error)
  /// No substance that hears mixers defines this one.
  case mixerNotHeard(mixer: String, context: String, defined: [String])
  /// Substances without a reactor define a mixer and do not hear it.
  case mixerMissed(mixer: String, substances: [String])
  /// A mixer returned without resolving its transaction, which was aborted.
  case mixerUnresolved(mixer: String, substance: String)
  /// A mixer resolved its transaction twice; the first time counts.
  case mixerResolvedTwice(mixer: String, substance: String)
  /// The last reference to a lock went before its release; it was released.
  case lockDropped(lock: String, context: String)
  /// A state was rolled back or committed without a capture.
  case notCaptured(substance: String, asked: String)
  /// There was nothing to undo.
  case nothingToUndo(substance: String, undoLimit: Int)
  /// There was nothing to redo.
  case nothingToRedo(substance: String)
  /// A group of undoable transactions was ended without a beginning.
  case noUndoGroup(substance: String)
  /// Two substances have the same archive; the second is not saved.
  case sharedArchive(key: String, substance: String)
  /// An archive could not be read or written.
  case archive(ArchiveError, substance: String)
  /// The fed message is neither a record nor a pending message of this context.
  case cannotFeed(message: String, context: String)
  /// A recorded turn changed a substance that does not exist here.
  case noSuchSubstance(name: String, context: String)
}

extension FlaskError: AdvisingError {}

extension FlaskError: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .propOutsideMix(let substance):
      """
      `prop` of the substance `\(substance)` was used outside of a transaction, so its changes are lost; change it \
      inside of `mix`, `with`, `and` or a mixer, and read `state` outside of them.
      """
    case .propInsideChange(let substance):
      """
      `prop` of the substance `\(substance)` was used while it was being changed, as in the closure of \
      `prop.list.removeAll { … }`, so the changes are lost, and the values read are those before the transaction; \
      read them into a variable first.
      """
    case .stateInsideMix(let substance):
      """
      `state` of the substance `\(substance)` was read inside of a transaction that changes it, so it has the value \
      from before the transaction; read `prop` there.
      """
    case .key(let error, let substance):
      "A reactor of the substance `\(substance)` cannot observe a key. \(error)"
    case .reactionIsOver(let asked):
      """
      A reaction was queried for `\(asked)` after its handler had returned, when the state before the transaction is \
      no longer stored; query it inside of the handler, and store the change.
      """
    case .noSubstance(let state, let owner):
      """
      The reactor of `\(owner)` observes a path of `\(state)`, but none of its substances has that state; name the \
      substance when the reactor is created.
      """
    case .notAttached(let owner, let context):
      """
      No reactor of the context `\(context)` is attached to this `\(owner)`, or its substances were released; call \
      `attachReactor(to:mixing:)` or `reactor(attachedTo:mixing:)` first.
      """
    case .attachedTwice(let owner, let context):
      """
      This `\(owner)` was attached in the context `\(context)` a second time, so it handles reactions to substances \
      that both reactors have twice; name all substances in one call of `attachReactor(to:mixing:)`, or call \
      `detachReactor(from:)` first.
      """
    case .noReactions(let owner):
      """
      `\(owner)` is attached and does not handle its reactions; implement `flaskReactions(reaction:)` in it.
      """
    case .otherContext(let substance, let context):
      """
      The substance `\(substance)` belongs to another context than `\(context)` and was left out; create it in that \
      context.
      """
    case .notBound(let substance, let owner, let origin):
      """
      The chain begun at \(origin) mixes the substance `\(substance)`, but the reactor of `\(owner)` was created \
      without it, so the chain was aborted; name the substance when the reactor is created.
      """
    case .chainDropped(let origin, let substances):
      """
      The chain begun at \(origin), over \(FlaskError.list(substances)), was released without `andReact()` or \
      `andAbort()`, so it was aborted; end it with one of them.
      """
    case .chainIsOver(let origin, let asked):
      """
      `\(asked)` was called on the chain begun at \(origin), which has already ended, so the call did nothing; begin \
      another chain with `mix`.
      """
    case .mixFailed(let origin, let error):
      """
      A mix of the chain begun at \(origin) has thrown, so the chain was aborted: \(sentence("\(error)")) To commit \
      the other mixes, catch the error in the mix.
      """
    case .mixerNotHeard(let mixer, let context, let defined):
      """
      No substance in the context `\(context)` that hears mixers defines the mixer `\(mixer)`, so nothing was \
      changed; define it in `defineMixers()` of a `ReactiveSubstance`, or of one with a reactor. \
      \(defined.isEmpty ? "No mixers are defined." : "The defined mixers are \(FlaskError.list(defined)).")
      """
    case .mixerMissed(let mixer, let substances):
      """
      The mixer `\(mixer)` did not reach \(FlaskError.list(substances)), because no reactor is bound, and \
      `hearsMixersUnbound` is false or the mixer was defined outside of `defineMixers()`; set it to true and define \
      the mixer there, or bind a reactor.
      """
    case .mixerUnresolved(let mixer, let substance):
      """
      The mixer `\(mixer)` of the substance `\(substance)` has returned without calling `react` or `abort`, so its \
      changes were rolled back; call one of them on every path.
      """
    case .mixerResolvedTwice(let mixer, let substance):
      """
      The mixer `\(mixer)` of the substance `\(substance)` has called `react` or `abort` more than once, and only the \
      first call counts; return after calling one of them.
      """
    case .lockDropped(let lock, let context):
      """
      The last reference to the lock `\(lock)` of the context `\(context)` was released before `release()` was \
      called, so the lock was opened to let the bus continue. Keep the lock until you call `release()`, or create it \
      with `autorelease: true`.
      """
    case .notCaptured(let substance, let asked):
      """
      `\(asked)` was called on the substance `\(substance)`, but no state is captured there; call `captureState()` \
      first, once for each call.
      """
    case .nothingToUndo(let substance, let undoLimit):
      undoLimit == 0
        ? """
        The substance `\(substance)` keeps no history, so there is nothing to undo; set its `undoLimit` before the \
        changes.
        """
        : "There is nothing to undo in the substance `\(substance)`; check `canUndo` first."
    case .nothingToRedo(let substance):
      "There is nothing to redo in the substance `\(substance)`; check `canRedo` first."
    case .noUndoGroup(let substance):
      """
      `endUndoGrouping` was called on the substance `\(substance)` without an open group; call `beginUndoGrouping` \
      first, once for each call.
      """
    case .sharedArchive(let key, let substance):
      """
      The substance `\(substance)` has the archive key `\(key)`, which another substance uses, so it is neither \
      restored nor saved; give each its own name.
      """
    case .archive(let error, let substance):
      "The archive of the substance `\(substance)` failed. \(error)"
    case .cannotFeed(let message, let context):
      """
      The message `\(message)` cannot be fed to the context `\(context)`, because it is not a record: it was created \
      in another context, has already had its turn, or was dropped. Feed a message that a tap has received.
      """
    case .noSuchSubstance(let name, let context):
      """
      A recorded turn has changed the substance `\(name)`, but the context `\(context)` has no reactor for it, or a \
      state of another type under that name, so that part was left out; create the same substance before feeding \
      turns, and name it or bind a reactor to it.
      """
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }
}
