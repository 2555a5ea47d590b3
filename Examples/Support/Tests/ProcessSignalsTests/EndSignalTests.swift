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

  @Test("each of several that wait for a signal is told, whichever came first")
  func several() async {
    let (first, second) = (EndSignal([SIGUSR1, SIGWINCH]), EndSignal([SIGUSR1]))
    kill(getpid(), SIGUSR1)
    await first.wait()
    await second.wait()
  }

  @Test("the end of one leaves the others waiting")
  func ended() async {
    let first = EndSignal([SIGUSR1])
    do {
      let second = EndSignal([SIGUSR1])
      let waiting = Task { await second.wait() }
      waiting.cancel()
      await waiting.value
    }
    kill(getpid(), SIGUSR1)
    await first.wait()
  }

  @Test("a task that is cancelled waits no longer")
  func cancelled() async {
    let end = EndSignal([SIGUSR2])
    let waiting = Task { await end.wait() }
    waiting.cancel()
    await waiting.value
  }
}
