import Millrace

extension Flask {
  /// Pauses the bus until this lock and every other one is released.
  ///
  /// The current transaction, if any, completes. Later requests wait, in order.
  ///
  /// - Parameter autorelease: True if a release of the last reference to the lock may open it. The lock is
  ///   opened in any case; if false, the error handler also receives an error.
  public func lock(autorelease: Bool = false) -> FluxLock {
    bus.lock(autorelease: autorelease)
  }

  /// Pauses the bus and runs a global mixer meanwhile, whose reactions receive the lock.
  ///
  /// The mixer overtakes all waiting messages and every other lock. Several such mixers take turns: each has
  /// the bus for itself until its lock is released. A reactor that continues to work keeps `reaction.onLock`,
  /// and releases it at the end:
  ///
  /// ```swift
  /// Flask.lock(withMixer: EnvMixers.load)
  ///
  /// reaction.on(AppState.prop.isLoading) { change in
  ///   let lock = reaction.onLock
  ///   Task { await load(); lock?.release() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - mixer: A case of an enumeration of mixers.
  ///   - payload: The payload of the mixers.
  ///   - autorelease: True if the lock is silently released when the reactions are over and none of them has
  ///     kept it.
  ///   - isolation: The caller's isolation; omit it.
  /// - Returns: The lock, which may be ignored: then a reaction that has kept it is its holder. If none has,
  ///   it is released, which is an error unless `autorelease` is true.
  @discardableResult
  public func lock<Mixer: RawRepresentable>(
    withMixer mixer: Mixer, payload: FluxPayloadType? = nil, autorelease: Bool = false,
    isolation: isolated (any Actor)? = #isolation
  ) -> FluxLock where Mixer.RawValue == String {
    bus.lock(withMixer: mixer.rawValue, payload, autorelease: autorelease, isolation)
  }

  /// Releases all locks of the context.
  public func removeLocks() {
    bus.removeLocks()
  }

  /// Drops all messages that wait on the bus; the locks of waiting mixes are released.
  ///
  /// - Returns: The dropped messages.
  @discardableResult
  public func purgeFluxQueue() -> [FluxMessage] {
    bus.purge()
  }
}
