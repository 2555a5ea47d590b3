import Millrace

/// Archives: what is saved, when, and by hand.
extension Substance {
  /// Saves the state now, whether or not the substance saves itself.
  ///
  /// When it returns, the archive is durable. What could not be read at creation is written over by it; what a newer
  /// program has archived is set aside first.
  ///
  /// - Throws: ``ArchiveError`` when the archive could not be written, or another substance has it; it is tried again
  ///   later if the substance saves itself.
  public final func archiveNow(isolation: isolated (any Actor)? = #isolation) async throws(ArchiveError) {
    flux.flow.adopt(home: isolation)
    try await deskByHand().saveNow()
  }

  /// Removes the archive; the state stays as it is, and is saved again when it next changes.
  ///
  /// What a newer program has archived is set aside instead.
  ///
  /// - Throws: ``ArchiveError`` when the archive could not be removed.
  public final func purgeArchive(isolation: isolated (any Actor)? = #isolation) async throws(ArchiveError) {
    flux.flow.adopt(home: isolation)
    try await deskByHand().purge()
  }

  /// Restores the state from the archive, and has it saved from now on.
  final func openArchive() {
    let key = archiveKey()
    if flux.archives.isTaken(key) { return flux.report(.sharedArchive(key: key, substance: name())) }
    if let state = openDesk(isAutomatic: true).restored() { states.pointee = state }
  }

  private final func deskByHand() throws(ArchiveError) -> ArchiveDesk<S> {
    if let desk { return desk }
    let key = archiveKey()
    if flux.archives.isTaken(key) {
      let reason = "another substance has it, and each needs a name of its own"
      throw .cannotWrite(key: key, path: nil, reason: reason)
    }
    return openDesk(isAutomatic: false)
  }

  private final func openDesk(isAutomatic: Bool) -> ArchiveDesk<S> {
    if let desk { return desk }
    let desk = ArchiveDesk(self, key: archiveKey(), isAutomatic: isAutomatic)
    self.desk = desk
    return desk
  }

  /// The state without what the transaction under way has done to it.
  final var committedState: S { isMixing || isChanging ? states[1] : states[0] }
}
