#if canImport(CCurl)
import CCurl
import Foundation

/// The transfers under way; used only on the loop's thread.
final class CurlTransfers {
  private let multi: UnsafeMutableRawPointer
  private var byTransfer: [ObjectIdentifier: CurlHandle] = [:]
  private var byHandle: [UnsafeMutableRawPointer: CurlHandle] = [:]

  init(_ multi: UnsafeMutableRawPointer) {
    self.multi = multi
  }

  func carryOut(_ order: CurlLoop.Order) {
    switch order {
    case .begin(let beginning): begin(beginning)
    case .resume(let transfer): byTransfer[ObjectIdentifier(transfer)]?.resume()
    case .end(let transfer):
      if let handle = byTransfer[ObjectIdentifier(transfer)] { remove(handle) }
    }
  }

  /// Lets libcurl work; returns false when it cannot go on.
  func work() -> Bool {
    var running: Int32 = 0
    guard curl_multi_perform(multi, &running) == CURLM_OK else { return false }
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = byHandle[message.pointee.easy_handle] else {
        continue
      }
      // Read first: freeing the handle frees the message.
      let failure = handle.failure(millrace_curl_result(message))
      remove(handle)
      handle.transfer.finish(failure)
    }
    for handle in byHandle.values { handle.deliver() }
    return true
  }

  /// Waits until there is work; returns false when it cannot wait.
  func sleep() -> Bool {
    // libcurl shortens the wait to its next timer.
    curl_multi_poll(multi, nil, 0, 3_600_000, nil) == CURLM_OK
  }

  /// Ends all transfers, because the thread ends.
  func endAll() {
    for handle in Array(byHandle.values) {
      remove(handle)
      handle.transfer.finish(.closed(handle.url))
    }
  }

  private func begin(_ beginning: CurlLoop.Beginning) {
    do throws(HTTPTransportFailure) {
      let handle = try CurlHandle(beginning)
      guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
        throw HTTPTransportFailure(
          .other, url: beginning.request.url, text: "libcurl rejects the request")
      }
      byTransfer[ObjectIdentifier(beginning.transfer)] = handle
      byHandle[handle.easy] = handle
    } catch {
      beginning.transfer.finish(error)
    }
  }

  private func remove(_ handle: CurlHandle) {
    curl_multi_remove_handle(multi, handle.easy)
    byTransfer[ObjectIdentifier(handle.transfer)] = nil
    byHandle[handle.easy] = nil
  }
}
#endif
