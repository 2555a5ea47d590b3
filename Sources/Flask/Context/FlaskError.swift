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
  /// No bound substance defines a mixer.
  case mixerNotHeard(mixer: String, context: String, defined: [String])
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
      `prop` of the substance `\(substance)` was used outside of a transaction, so what was written is lost; change \
      it inside of `mix`, `with`, `and` or a mixer, and read `state` outside.
      """
    case .propInsideChange(let substance):
      """
      `prop` of the substance `\(substance)` was used while it was being changed, as in the closure of \
      `prop.list.removeAll { … }`, so what was written is lost, and what was read is from before the transaction; read \
      what is needed into a variable first.
      """
    case .stateInsideMix(let substance):
      """
      `state` of the substance `\(substance)` was read inside of a transaction that changes it, and is what it was \
      before; read `prop` there.
      """
    case .key(let error, let substance):
      "A reactor of the substance `\(substance)` asks for a key in vain. \(error)"
    case .reactionIsOver(let asked):
      """
      A reaction was asked for `\(asked)` after its handler had returned, when the state before the transaction is \
      gone; ask inside of the handler, and keep the change.
      """
    case .noSubstance(let state, let owner):
      """
      The reactor of `\(owner)` listens to a path of `\(state)`, but none of its substances has that state; name the \
      substance when the reactor is made.
      """
    case .notAttached(let owner, let context):
      """
      No reactor of the context `\(context)` is attached to this `\(owner)`, or its substances have ended; call \
      `attachReactor(to:mixing:)` or `reactor(attachedTo:mixing:)` first.
      """
    case .otherContext(let substance, let context):
      """
      The substance `\(substance)` belongs to another context than `\(context)` and was left out; make it in that \
      context.
      """
    case .notBound(let substance, let owner, let origin):
      """
      The chain begun at \(origin) mixes the substance `\(substance)`, but the reactor of `\(owner)` has not been made \
      with it, so the chain was aborted; name the substance when the reactor is made.
      """
    case .chainDropped(let origin, let substances):
      """
      The chain begun at \(origin), over \(FlaskError.list(substances)), was dropped without `andReact()` or \
      `andAbort()`, so it was aborted; resolve it.
      """
    case .chainIsOver(let origin, let asked):
      """
      `\(asked)` was called on the chain begun at \(origin), which is resolved already, so nothing was done; begin \
      another with `mix`.
      """
    case .mixFailed(let origin, let error):
      """
      A mix of the chain begun at \(origin) has thrown, so the chain was aborted: \(sentence("\(error)")) Catch the \
      error in the mix, if the others are to be committed.
      """
    case .mixerNotHeard(let mixer, let context, let defined):
      """
      No substance that a reactor of the context `\(context)` is bound to defines the mixer `\(mixer)`, so nothing was \
      done; define it in `defineMixers()`, and bind a reactor to the substance. \
      \(defined.isEmpty ? "None is defined." : "Defined are \(FlaskError.list(defined)).")
      """
    case .mixerUnresolved(let mixer, let substance):
      """
      The mixer `\(mixer)` of the substance `\(substance)` has returned without calling `react` or `abort`, so what it \
      changed was taken back; call one of them on every way out.
      """
    case .mixerResolvedTwice(let mixer, let substance):
      """
      The mixer `\(mixer)` of the substance `\(substance)` has called `react` or `abort` more than once; the first call \
      counts. Return after calling one of them.
      """
    case .lockDropped(let lock, let context):
      """
      The lock `\(lock)` of the context `\(context)` was still shut when the last reference to it went away; it was \
      released so that the bus goes on. Keep the lock until you call `release()`, or make it with `autorelease: true`.
      """
    case .notCaptured(let substance, let asked):
      """
      `\(asked)` was called on the substance `\(substance)`, but no state is captured there; call `captureState()` \
      first, once for each.
      """
    case .nothingToUndo(let substance, let undoLimit):
      undoLimit == 0
        ? """
        The substance `\(substance)` keeps no history, so there is nothing to undo; set its `undoLimit` before what is \
        to be undone.
        """
        : "There is nothing to undo in the substance `\(substance)`; ask `canUndo` first."
    case .nothingToRedo(let substance):
      "There is nothing to redo in the substance `\(substance)`; ask `canRedo` first."
    case .noUndoGroup(let substance):
      """
      `endUndoGrouping` was called on the substance `\(substance)` without an open group; call `beginUndoGrouping` \
      first, once for each.
      """
    case .sharedArchive(let key, let substance):
      """
      The substance `\(substance)` would have the archive `\(key)`, which another one has, so it is neither restored \
      nor saved; give each a name of its own.
      """
    case .archive(let error, let substance):
      "The archive of the substance `\(substance)` is in trouble. \(error)"
    case .cannotFeed(let message, let context):
      """
      The message `\(message)` was fed to the context `\(context)`, but is no record, and was made in another context, \
      has had its turn or was dropped, so nothing was done; feed what a tap was given.
      """
    case .noSuchSubstance(let name, let context):
      """
      A recorded turn has changed the substance `\(name)`, to which the context `\(context)` has no reactor, or which \
      has a state of another type there, so that part was left out; make the same substance before feeding turns \
      back, and name it or bind a reactor to it.
      """
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }
}
