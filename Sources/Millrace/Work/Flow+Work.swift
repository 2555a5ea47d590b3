// The work of sends, at the flow's home.
extension Flow {
  /// Returns a number for a send that does not get the number of its turn.
  @inlinable
  func numberOfSend() -> UInt64 {
    lastSend &+= 1
    return lastSend
  }

  /// The sends that have led to the current turn, or to the one whose gates are asked.
  @inlinable
  var currentOrigin: WorkOrigin {
    chain.turn == sequence &+ 1 ? chain.origin : chain.origin(of: sequence)
  }

  /// Takes turns until the work of a send is over: no effect of it is in flight, and no message waits.
  ///
  /// ``SentWork/finish(cancelling:isolation:)`` waits where the turns are taken anyway. This takes them
  /// itself, for a store without a home. It returns early when its task is cancelled.
  public func run(until work: SentWork, isolation: isolated (any Actor)? = #isolation) async {
    isWorkUsed = true
    await run(isolation: isolation) {
      work.number == 0 || work.gateway !== gateway || !isWorking(on: work.number)
    }
  }

  /// Returns true while something that a send has led to is in flight or waits.
  ///
  /// O(effects in flight and messages that wait).
  func isWorking(on number: UInt64) -> Bool {
    var isFound = false
    forEachOrigin { if $0.goesBack(to: number) { isFound = true } }
    return isFound
  }

  private func forEachOrigin(_ body: (WorkOrigin) -> Void) {
    for lane in lanes { lane.store?.forEachOrigin(body) }
  }

  /// Cancels what a send has led to.
  func cancelWork(ofSend number: UInt64, by reason: WorkCancellation) {
    isWorkUsed = true
    if machine.isInTurn && currentOrigin.goesBack(to: number) {
      let turn = chain.turn == sequence &+ 1 ? chain.turn : sequence
      chain.begin(turn, at: chain.turn == turn ? chain.depth : 0, currentOrigin.cancelled)
    }
    for lane in lanes { lane.store?.cancelWork(ofSend: number, by: reason) }
    workChanged()
  }

  /// Takes the turns of the messages that tell states of a cancellation between turns.
  func takeNotices() {
    if !machine.isInTurn && !machine.isEmpty { drain() }
  }

  /// Adds a task that waits for the work of a send; it continues at the latest when the flow ends.
  func add(_ waiter: WorkWaiter) {
    isWorkUsed = true
    workWaiters.append(waiter)
  }

  /// Adds a task that has posted its message before it waits: the message has been taken.
  func add(_ waiter: WorkWaiter, posted wait: WorkWait) {
    wait.take()
    add(waiter)
  }

  /// Lets the tasks continue whose work is over.
  func checkWork() {
    if machine.isInTurn { return }
    var found: Set<UInt64> = []
    forEachOrigin {
      found.insert($0.outer)
      found.insert($0.inner)
    }
    workWaiters.removeAll { $0.isOver || !found.contains($0.number) }
  }

  /// Makes the tasks that wait check again soon: work may have ended in the middle of a decision.
  @usableFromInline
  func workChanged() {
    wakeWaiters()
    if workWaiters.isEmpty || isWorkCheckPosted { return }
    isWorkCheckPosted = true
    gateway.postWorkCheck()
  }
}

extension Gateway {
  /// Suspends until the work of a send is over, the flow has ended, or the task is cancelled.
  ///
  /// - Returns: False if nothing has taken the message, because the store or the flow has ended, the flow has
  ///   no home, or the store has refused the message.
  @discardableResult
  func finish(_ number: UInt64, as name: String, _ isolation: isolated (any Actor)?) async -> Bool {
    if isAtHome(isolation, number), !(flow?.isWorking(on: number) ?? false) { return true }
    let wait = WorkWait()
    await withTaskCancellationHandler {
      _ = isolation
      await withCheckedContinuation { continuation in
        guard wait.suspend(continuation) else { return continuation.resume() }
        let waiter = WorkWaiter(number, wait)
        if isAtHome(isolation, number) {
          flow?.add(waiter)
        } else {
          if isHomeless { addReader(isSequence: false) { wait.end(stranded: true) } }
          post(
            .homeWork { [self] in
              // When the home has ended, nothing takes turns any more.
              if currentHome != nil || isHomeless { flow?.add(waiter, posted: wait) }
            })
        }
      }
    } onCancel: {
      wait.end()
    }
    if wait.isStranded == true {
      // Outside of a test the flow has said so once on standard error.
      IssueReporter.reportInTest("`\(name)` returned early. \(FlowError.homeless(flow: self.name))")
      return false
    }
    if lock.withLock({ lostSends.remove(number) != nil }) { return false }
    return wait.isTaken || Task.isCancelled || isAtHome(isolation, number)
  }

  /// Cancels the work of a send: at once in the flow's home, soon from another isolation.
  func cancel(_ number: UInt64, by reason: WorkCancellation, _ isolation: (any Actor)?) {
    if isAtHome(isolation, number) {
      flow?.cancelWork(ofSend: number, by: reason)
      flow?.takeNotices()
    } else {
      post(.homeWork { [self] in flow?.cancelWork(ofSend: number, by: reason) })
    }
  }

  /// Cancels the work of a send for a caller whose task was cancelled, and returns when the home has taken
  /// that up.
  func cancelForCaller(_ number: UInt64, _ isolation: isolated (any Actor)?) async {
    // Nothing may take the turns of a flow without a home while its user waits here.
    if isAtHome(isolation, number) || isHomeless { return cancel(number, by: .callerIsGone, isolation) }
    let wait = WorkWait()
    await withCheckedContinuation { continuation in
      guard wait.suspend(continuation) else { return continuation.resume() }
      // It ends the wait when it is released: behind the cancellation, or with the flow, which never takes
      // it.
      let waiter = WorkWaiter(number, wait)
      post(
        .homeWork { [self] in
          withExtendedLifetime(waiter) { flow?.cancelWork(ofSend: number, by: .callerIsGone) }
        })
    }
  }

  /// Returns true if the caller is at home and the message has come home; a posted one may be on its way,
  /// behind which whatever concerns it is posted as well.
  private func isAtHome(_ isolation: (any Actor)?, _ number: UInt64) -> Bool {
    !WorkOrigin.isPosted(number) && isolation.map { $0 === currentHome } ?? false
  }

  fileprivate func postWorkCheck() {
    // The turns that follow it let the tasks continue whose work is over.
    post(.homeWork { [self] in flow?.isWorkCheckPosted = false })
  }
}
