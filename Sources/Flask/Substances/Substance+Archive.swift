import Millrace

/// Archives, saved automatically or by hand.
extension Substance {
  /// Saves the state now, whether or not the substance is saved automatically.
  ///
  /// After the return, the archive is durable. It overwrites an archive that could not be read at creation,
  /// and first sets aside an archive of a newer program.
  ///
  /// - Throws: ``ArchiveError`` if the archive could not be written, or belongs to another substance; an
  ///   automatically saved substance retries later.
  public final func archiveNow(isolation: isolated (any Actor)? = #isolation) async throws(ArchiveError) {
    flux.flow.adopt(home: isolation)
    try await saverByHand().saveNow()
  }

  /// Saves the state during the call, for the moment when an application is ended.
  ///
  /// It blocks the thread until the archive is durable. Otherwise it is like ``archiveNow(isolation:)``,
  /// which an `await` in front of the call selects.
  ///
  /// - Throws: ``ArchiveError``, as the asynchronous function.
  public final func archiveNow() throws(ArchiveError) {
    try saverByHand().saveNowBlocking()
  }

  /// Removes the archive during the call; otherwise like ``purgeArchive(isolation:)``.
  ///
  /// - Throws: ``ArchiveError`` if the archive could not be removed.
  public final func purgeArchive() throws(ArchiveError) {
    try saverByHand().purgeBlocking()
  }

  /// A Boolean value that indicates whether the state is saved automatically.
  ///
  /// It begins as the parameter `archive` of the initialiser. Setting it to true keeps the present state,
  /// saves it after ``archiveDelay()->Duration``, and so replaces an archive that is there; an archive of a
  /// newer program is not replaced, and reported. Setting it to false leaves the archive as it is.
  public final var shouldArchive: Bool {
    get { saver?.wantsAutomatic ?? false }
    set {
      if newValue == shouldArchive { return }
      let key = archiveKey()
      if saver == nil && flux.archives.isTaken(key) {
        return flux.report(.sharedArchive(key: key, substance: name()))
      }
      (saver ?? openSaver(isAutomatic: false)).setAutomatic(newValue)
    }
  }

  /// Removes the archive; the state stays as it is, and is saved again at its next change.
  ///
  /// The archive of a newer program is set aside instead.
  ///
  /// - Throws: ``ArchiveError`` if the archive could not be removed.
  public final func purgeArchive(isolation: isolated (any Actor)? = #isolation) async throws(ArchiveError) {
    flux.flow.adopt(home: isolation)
    try await saverByHand().purge()
  }

  /// Restores the state from the archive, and saves it automatically from now on.
  final func openArchive() {
    let key = archiveKey()
    if flux.archives.isTaken(key) { return flux.report(.sharedArchive(key: key, substance: name())) }
    if let state = openSaver(isAutomatic: true).restored() { states.pointee = state }
  }

  private final func saverByHand() throws(ArchiveError) -> ArchiveSaver<S> {
    if let saver { return saver }
    let key = archiveKey()
    if flux.archives.isTaken(key) {
      let reason = "another substance uses it, and each needs its own name"
      throw .cannotWrite(key: key, path: nil, reason: reason)
    }
    return openSaver(isAutomatic: false)
  }

  private final func openSaver(isAutomatic: Bool) -> ArchiveSaver<S> {
    let saver = ArchiveSaver(self, key: archiveKey(), isAutomatic: isAutomatic)
    self.saver = saver
    return saver
  }

  /// The state without the changes of the current transaction.
  final var committedState: S { isMixing || isChanging ? states[1] : states[0] }
}

/// The memory of a substance's state.
///
/// It is separate from the substance, so that an archive can be written after the substance's end.
@usableFromInline
final class StateCell<S> {
  /// The state, and then the previous state during a transaction; the second is uninitialised otherwise.
  @usableFromInline let states: UnsafeMutablePointer<S>

  init(_ state: S) {
    states = .allocate(capacity: 2)
    states.initialize(to: state)
  }

  deinit {
    // A transaction retains its substances, so there is no previous state here.
    states.deinitialize(count: 1)
    states.deallocate()
  }
}
