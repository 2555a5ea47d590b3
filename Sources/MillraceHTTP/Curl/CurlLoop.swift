#if canImport(CCurl)
import CCurl
import Foundation
import Millrace

/// The thread on which libcurl works, and the queue of orders to it.
///
/// Only this thread uses libcurl's handles. Other threads post an order and wake it. It sleeps in the system
/// until a socket is ready, a timer of libcurl is due, or an order arrives.
final class CurlLoop: Sendable {
  enum Order: Sendable {
    /// Send a request, and put the answer into the transfer.
    case begin(Beginning)
    /// Resume the transfer: its inbox has room again.
    case resume(Transfer)
    /// End the transfer: its reader has gone.
    case end(Transfer)
  }

  /// A request, the transfer for its answer, and its connection.
  struct Beginning: Sendable {
    let request: HTTPRequest
    let transfer: Transfer
    let connection: Connection
  }

  private struct Mailbox {
    var orders: [Order] = []
    var isClosing = false
    /// Nil before the thread begins and after it has ended.
    var waker: Waker?
  }

  /// The handle that wakes its thread.
  private struct Waker: @unchecked Sendable {
    // Sound: the only call made with it outside of the thread is `curl_multi_wakeup`, which libcurl allows
    // from every thread. The call is made under the mailbox's lock, and the thread removes the waker under
    // that lock before it frees the handle.
    let multi: UnsafeMutableRawPointer
  }

  private let mailbox = Locked(Mailbox())

  /// True when libcurl could be set up, which is done once per process.
  private static let isReady = millrace_curl_begin() == CURLE_OK

  /// Starts the thread; without a thread or libcurl, every transfer fails with a message.
  ///
  /// - Parameter connections: The maximum number of open connections, idle ones included.
  func run(connections: Int) {
    guard Self.isReady, let multi = curl_multi_init() else { return }
    millrace_curl_multi_set_number(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections)
    let waker = Waker(multi: multi)
    mailbox.withLock { $0.waker = waker }
    let isRunning = startThread { self.work(waker) }
    if !isRunning { end(waker) }
  }

  /// Posts an order to the thread; after the thread has ended, a new transfer fails.
  func post(_ order: Order) {
    let isTaken = mailbox.withLock { mailbox in
      guard let waker = mailbox.waker, !mailbox.isClosing else { return false }
      mailbox.orders.append(order)
      // The thread takes all orders at once, so only the first has to wake it.
      if mailbox.orders.count == 1 { curl_multi_wakeup(waker.multi) }
      return true
    }
    if !isTaken { Self.refuse(order) }
  }

  /// Ends all transfers, and the thread.
  func close() {
    mailbox.withLock { mailbox in
      mailbox.isClosing = true
      if let waker = mailbox.waker { curl_multi_wakeup(waker.multi) }
    }
  }

  private func work(_ waker: Waker) {
    let transfers = CurlTransfers(waker.multi)
    while carryOutOrders(transfers), transfers.work(), transfers.sleep() {}
    transfers.endAll()
    end(waker)
  }

  /// Carries out the posted orders; returns false when the thread should end.
  ///
  /// The orders are released when it returns: one that was kept while the thread sleeps would keep a
  /// connection from the next request.
  private func carryOutOrders(_ transfers: CurlTransfers) -> Bool {
    guard let orders = takeOrders() else { return false }
    for order in orders { transfers.carryOut(order) }
    return true
  }

  /// Removes and returns the posted orders; nil when the thread should end.
  private func takeOrders() -> [Order]? {
    mailbox.withLock { mailbox in
      if mailbox.isClosing { return nil }
      defer { mailbox.orders = [] }
      return mailbox.orders
    }
  }

  private func end(_ waker: Waker) {
    let late = mailbox.withLock { mailbox in
      mailbox.waker = nil
      defer { mailbox.orders = [] }
      return mailbox.orders
    }
    curl_multi_cleanup(waker.multi)
    for order in late { Self.refuse(order) }
  }

  private static func refuse(_ order: Order) {
    guard case .begin(let beginning) = order else { return }
    beginning.transfer.finish(.closed(beginning.request.url))
  }
}

extension HTTPTransportFailure {
  /// Creates the failure for a thread that has ended or never started.
  static func closed(_ url: URL) -> HTTPTransportFailure {
    HTTPTransportFailure(.other, url: url, text: "the transport was closed, or libcurl could not start")
  }
}
#endif
