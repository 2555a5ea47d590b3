import Millrace

/// Locks.
extension Flask {
  /// Pauses the bus until the lock, and every other one, is released.
  ///
  /// A transaction that is under way is not disturbed; what is asked for meanwhile waits, in order.
  ///
  /// - Parameter autorelease: Whether the lock may be let go of without a word: then it is released when the last reference
  ///   to it goes; otherwise that is reported, too.
  public func lock(autorelease: Bool = false) -> FluxLock {
    bus.lock(autorelease: autorelease)
  }

  /// Pauses the bus, and runs a global mixer meanwhile, which hands the lock to the reactions.
  ///
  /// The mixer passes all that waits and every other lock; of several that were asked for in this way, each has the bus
  /// for itself until its lock is released. A reactor that goes on working keeps `reaction.onLock`, and releases it when
  /// it is done:
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
  ///   - payload: What the mixers are given.
  ///   - autorelease: Whether the lock is released when the reactions are over and none of them has kept it.
  ///   - isolation: The caller's; leave it as it is.
  /// - Returns: The lock. It may be dropped: then whoever took it in a reaction is the one who holds it; and if nobody did,
  ///   it is released, which is reported unless `autorelease` is true.
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

  /// Drops all that waits on the bus; the locks of mixes among it are released.
  ///
  /// - Returns: What was dropped.
  @discardableResult
  public func purgeFluxQueue() -> [FluxMessage] {
    bus.purge()
  }
}
