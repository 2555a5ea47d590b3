import Foundation
import Millrace

/// The last line of a process that ends during an exploration: what ran, and how to replay it.
///
/// A trap, a recursion without end or an `abort()` raises a signal on the exploring thread. A handler writes
/// the line from the thread's ``RunRecord`` to standard error, and leaves the signal to the handler before
/// it. Where the C library is not glibc, only the next exploration tells.
enum CrashNote {
  #if canImport(Glibc) && !canImport(Darwin)
  // Sound: made before the handler is installed, and never changed. A slot is written by one thread at a
  // time, under `lock`; the handler reads the slot of its own thread, which is complete.
  nonisolated(unsafe) private static let slots = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: slotCount)
    slots.initialize(repeating: Slot(), count: slotCount)
    return slots
  }()
  // Sound: as above; written while the handler is installed.
  nonisolated(unsafe) private static let previous = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
    actions.initialize(repeating: sigaction(), count: 64)
    return actions
  }()

  private struct Slot {
    var thread: ThreadMark?
    var memory: UnsafeMutableRawPointer?
  }

  private static let slotCount = 64
  private static let lock = Locked(())

  /// Calls `body`; if the process ends by a fault of this thread meanwhile, the line is written.
  static func watching<Result>(_ record: RunRecord, _ body: () -> Result) -> Result {
    _ = isInstalled
    let thread = ThreadMark.current
    let slot = lock.withLock { _ in
      let slot = (0..<slotCount).first { slots[$0].thread == nil }
      if let slot { slots[slot] = Slot(thread: thread, memory: record.memory) }
      return slot
    }
    let stack = SignalStack()
    defer {
      stack?.remove()
      lock.withLock { _ in if let slot { slots[slot] = Slot() } }
    }
    return body()
  }

  private static let isInstalled: Bool = {
    _ = (slots, previous)
    for signal in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = { signal, info, _ in CrashNote.handle(signal, info) }
      action.sa_flags = SA_SIGINFO | SA_ONSTACK
      sigaction(signal, &action, previous + Int(signal))
    }
    return true
  }()

  /// Handles a signal: it allocates nothing, takes no lock, and calls only what a handler may call.
  private static func handle(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
    let thread = ThreadMark.current
    for index in 0..<slotCount where slots[index].thread == thread {
      if let memory = slots[index].memory { write(memory) }
    }
    // The others have not ended it, and the next process is not to tell that they have.
    for index in 0..<slotCount where slots[index].thread != nil {
      let fault: RunPosition.Fault = slots[index].thread == thread ? .own : .anothers
      slots[index].memory?.storeBytes(
        of: fault.rawValue, toByteOffset: RunRecord.faultOffset, as: UInt8.self)
    }
    sigaction(signal, previous + Int(signal), nil)
    // A fault happens again when the instruction does; a signal that was sent does not.
    if (info?.pointee.si_code ?? 0) <= 0 { raise(signal) }
  }

  private static func write(_ memory: UnsafeMutableRawPointer) {
    put("\nAn exploration ends its process here: ")
    put(memory)
    put(", in ")
    let phase = memory.load(fromByteOffset: RunRecord.phaseOffset, as: UInt8.self)
    if phase == RunPosition.Phase.building.rawValue {
      put("the building of the scenario.\n")
      return
    }
    let isClosing = phase == RunPosition.Phase.closing.rawValue
    switch phase {
    case RunPosition.Phase.step.rawValue: put("a step of “")
    case _ where isClosing: put("“")
    default: put("the look at rules and states after a step of “")
    }
    put(memory + RunRecord.fiberOffset)
    put(isClosing ? "”, which is cancelled because its run is over" : "”")
    put(".\nTo replay the run up to there: Explorer(.replay(\"")
    put(memory + RunRecord.scheduleOffset)
    put("\"))\nThe next exploration there tells the story of it.\n")
  }

  private static func put(_ text: StaticString) {
    put(UnsafeRawPointer(text.utf8Start), text.utf8CodeUnitCount)
  }

  private static func put(_ text: UnsafeRawPointer) {
    // Sound: every text of a record ends with a zero.
    put(text, strlen(text.assumingMemoryBound(to: CChar.self)))
  }

  private static func put(_ text: UnsafeRawPointer, _ count: Int) {
    _ = Glibc.write(2, text, count)
  }
  #else
  static func watching<Result>(_ record: RunRecord, _ body: () -> Result) -> Result { body() }
  #endif
}

#if canImport(Glibc) && !canImport(Darwin)
/// Memory for the handler, so that it can run when the stack itself is full.
private struct SignalStack {
  private let memory: UnsafeMutableRawPointer

  /// Gives the calling thread such memory; returns nil if it has some.
  init?() {
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0 else { return nil }
    let size = 1 << 16
    memory = .allocate(byteCount: size, alignment: 16)
    var stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = size
    guard sigaltstack(&stack, nil) == 0 else {
      memory.deallocate()
      return nil
    }
  }

  func remove() {
    var none = stack_t()
    none.ss_flags = Int32(SS_DISABLE)
    sigaltstack(&none, nil)
    memory.deallocate()
  }
}
#endif
