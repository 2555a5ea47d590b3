// The home, where the turns are taken.
extension Flow {
  @inlinable
  func adopt(_ isolation: (any Actor)?) {
    if isHomeless, let isolation { setHome(to: isolation) }
  }

  /// Adopts a home that the caller is not in, if there is none yet; the flow must not be in use.
  package func adopt(home: (any Actor)?) { adopt(home) }

  @usableFromInline
  func setHome(to isolation: any Actor) {
    home = HomeReference(isolation)
    isHomeless = false
    judge()
    gateway.adopt(isolation)
  }

  /// Removes ended gates, and determines again whether turns are plain.
  func judge() {
    gates.removeAll(where: \.life.isOver)
    isGated = !gates.isEmpty
    let wasTapped = isTapped
    isTapped = taps.count != 0
    isPlain = !isHomeless && !isGated && !isTapped && sharedStores == 0
    plainRoom = 0
    wanted = []
    taps.walk { if $0.isActive { wanted.formUnion($0.detail) } }
    if isTapped != wasTapped {
      for lane in lanes { lane.store?.tapsChanged() }
    }
  }
}
