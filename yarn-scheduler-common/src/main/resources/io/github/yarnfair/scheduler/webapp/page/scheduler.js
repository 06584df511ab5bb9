/* SPDX-License-Identifier: Apache-2.0 */
$(function () {
  $('#queues a.unfold').click(function () {
    const shown = $(this).attr('aria-expanded') !== 'true';
    $('#queues tr.' + this.id).toggleClass('shown', shown);
    $(this).attr('aria-expanded', String(shown)).text(shown ? '\u25be' : '\u25b8');
    return false;
  });
  // The column of the queue in YARN's table of applications is its sixth.
  $('#queues a.queue').click(function () {
    const path = $(this).attr('title').replace(/, created$/, '').replace(/[^\w]/g, '\\$&');
    const below = $(this).hasClass('parent') ? '\\.' : '$';
    $('#apps').dataTable().fnFilter('^' + path + below, 5, true);
  });
});
