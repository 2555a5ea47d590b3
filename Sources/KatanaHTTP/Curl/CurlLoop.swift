#if canImport(CCurl)
import CCurl
import Foundation
import Millrace

/// The thread on which libcurl works, and the orders to it.
///
/// Only this thread touches libcurl's handles. Everybody else posts an order and wakes it; it sleeps in the
/// system for as long as no socket has anything to say, no timer of libcurl is due and no order has come.
final class CurlLoop: Sendable {
  /// What the thread can be asked for.
  enum Order: Sendable {
    /// Send a request, and put the answer into the transfer.
    case begin(Beginning)
    /// There is room again in the transfer's inbox.
    case resume(Transfer)
    /// Nobody wants the transfer any more.
    case end(Transfer)
  }

  /// A request, where its answer goes, and the connection that it may use.
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

  /// The handle, to wake its owner by.
  private struct Waker: @unchecked Sendable {
    // Sound: the only call made with it outside of the thread is `curl_multi_wakeup`, which libcurl allows
    // from every thread; it is made under the mailbox's lock, under which the thread takes the waker away
    // before it frees the handle.
    let multi: UnsafeMutableRawPointer
  }

  private let mailbox = Locked(Mailbox())

  /// Whether libcurl could be set up, which is done once in a process.
  private static let isReady = millrace_curl_begin() == CURLE_OK

  /// Starts the thread; if there is none to be had, or no libcurl, every transfer fails and says so.
  ///
  /// - Parameter connections: The number of connections that are open at once, those that are kept included.
  func run(connections: Int) {
    guard Self.isReady, let multi = curl_multi_init() else { return }
    millrace_curl_multi_set_number(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections)
    let waker = Waker(multi: multi)
    mailbox.withLock { $0.waker = waker }
    let isRunning = startThread { self.work(waker) }
    if !isRunning { end(waker) }
  }

  /// Asks the thread for something; when it has ended, a new transfer fails.
  func post(_ order: Order) {
    let isTaken = mailbox.withLock { mailbox in
      guard let waker = mailbox.waker, !mailbox.isClosing else { return false }
      mailbox.orders.append(order)
      // The thread takes all orders at once, so the first of them is the one that has to wake it.
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

  /// What the thread does.
  private func work(_ waker: Waker) {
    let transfers = CurlTransfers(waker.multi)
    while carryOutOrders(transfers), transfers.work(), transfers.sleep() {}
    transfers.endAll()
    end(waker)
  }

  /// Does what has been asked for; false when it is time to go.
  ///
  /// The orders are gone when it returns: one that was kept while the thread sleeps would keep a connection from the
  /// next request.
  private func carryOutOrders(_ transfers: CurlTransfers) -> Bool {
    guard let orders = takeOrders() else { return false }
    for order in orders { transfers.carryOut(order) }
    return true
  }

  /// What has been asked for; nil when it is time to go.
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
  /// The thread has ended, or there was none.
  static func closed(_ url: URL) -> HTTPTransportFailure {
    HTTPTransportFailure(.other, url: url, text: "the transport was closed, or libcurl could not begin")
  }
}
#endif
