import Foundation
import ProcessSignals
import Testing

@Suite("Signals that ask a program to end", .serialized)
struct EndSignalTests {
  @Test("a signal is waited for, and ends nothing by itself")
  func comes() async {
    let end = EndSignal([SIGUSR1])
    kill(getpid(), SIGUSR1)
    await end.wait()
  }

  @Test("a task that is cancelled waits no longer")
  func cancelled() async {
    let end = EndSignal([SIGUSR2])
    let waiting = Task { await end.wait() }
    waiting.cancel()
    await waiting.value
  }
}
